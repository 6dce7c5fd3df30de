// What a route is: its specification and its function, whose types follow from the specification.

import type { Holder } from "../access/credentials.js";
import type { Bodies } from "../contract/bodies.gen.js";
import type { BodyName, ByteBody, Parameter, RouteReply, RouteSpec } from "../contract/route-spec.js";
import type { StatusReply } from "../http/status-reply.js";
import type { RouteDependencies } from "./dependencies.js";

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type ValueOf<Spec extends Parameter> = Spec extends { readonly type: "integer" } ? number : string;
type ValuesOf<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends Parameter
    ? ValueOf<Specs[Name]> | (Specs[Name] extends { readonly required: true } ? never : undefined)
    : never;
};

/** A checked request. */
export interface Call<Spec extends RouteSpec> {
  readonly params: Readonly<Record<PathNames<Spec["path"]>, string>>;
  readonly query: Spec extends { readonly query: infer Query } ? ValuesOf<Query> : object;
  readonly headers: Spec extends { readonly headers: infer Headers } ? ValuesOf<Headers> : object;
  readonly body: Spec extends { readonly body: infer Name extends BodyName } ? Bodies[Name] : undefined;
  /** The body of a route that takes bytes. Reading it throws `API_BODY_TOO_LARGE` past the limit. */
  readonly bytes: Spec extends { readonly bytes: ByteBody } ? AsyncIterable<Uint8Array> : undefined;
  /** The text of the body, from which digests are made. */
  readonly bodyText: string;
  /** The holder of the token; for routes that need no token, one without name and scopes. */
  readonly holder: Holder;
  /** The address of the client; empty for a call inside the process. */
  readonly address: string;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
  /** The request itself, for headers such as Range. */
  readonly request: Request;
}

type BodiesOf<Replies> = Replies extends { readonly body: infer Name extends BodyName }
  ? Bodies[Name]
  : never;

/** The body of the declared type, which is sent as JSON with the first declared status; or a whole response for another media type. */
type Reply<Replies> =
  | BodiesOf<Replies[keyof Replies]>
  | StatusReply<BodiesOf<Replies[keyof Replies]>>
  | (Extract<Replies[keyof Replies], RouteReply> extends { readonly body: BodyName } ? never : Response);

type Run<Spec extends RouteSpec> = (
  call: Call<Spec>,
  deps: RouteDependencies,
) => Promise<Reply<Spec["replies"]>> | Reply<Spec["replies"]>;

/** Declares a route: `route(specification).handle(function)`. */
export const route = <const Spec extends RouteSpec>(spec: Spec) => ({
  handle: (run: Run<Spec>): Spec & { readonly run: Run<Spec> } => ({ ...spec, run }),
});
