// A request that is not what its route takes. A real server replies with status 500, as to any exception.

export class MalformedRequestError extends TypeError {
  override readonly name = "MalformedRequestError";
}
