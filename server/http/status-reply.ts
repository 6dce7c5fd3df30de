/** A JSON body with a status of its own, from a route that declares several. */
export class StatusReply<Json> {
  readonly status: number;
  readonly json: Json;

  constructor(status: number, json: Json) {
    this.status = status;
    this.json = json;
  }
}
