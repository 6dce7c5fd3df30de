// Defines a route, whose function needs the request or the machinery of the server: an operation with more in its call.

import {
  operationAt,
  type BodyName,
  type ByteBody,
  type OperationAt,
  type OperationCall,
  type OperationReply,
  type OperationRest,
  type OperationSpec,
  type ReplyBody,
  type RequestLine,
  type ValuesOf,
} from "@pictor/features/base";
import type { StatusReply } from "../http/status-reply.js";
import type { RouteDependencies } from "./dependencies.js";

/** A checked request. `caller` is the holder of the token; for routes that need no token, one without name and scopes. */
export interface Call<Spec extends OperationSpec> extends OperationCall<Spec> {
  readonly headers: Spec extends { readonly headers: infer Headers } ? ValuesOf<Headers> : object;
  /** The body of a route that takes bytes. Reading it throws `API_BODY_TOO_LARGE` past the limit. */
  readonly bytes: Spec extends { readonly bytes: ByteBody } ? AsyncIterable<Uint8Array> : undefined;
  /** The text of the body, from which digests are made. */
  readonly bodyText: string;
  /** The address of the client; empty for a call inside the process. */
  readonly address: string;
  /** The request itself, for headers such as Range. */
  readonly request: Request;
}

/**
 * The body of the declared type, which is sent as JSON with the first declared status; or a whole response for another
 * media type.
 */
type Reply<Replies> =
  | ReplyBody<Replies>
  | StatusReply<ReplyBody<Replies>>
  | (Extract<Replies[keyof Replies], OperationReply> extends { readonly body: BodyName } ? never : Response);

type Run<Spec extends OperationSpec> = (
  call: Call<Spec>,
  deps: RouteDependencies,
) => Promise<Reply<Spec["replies"]>> | Reply<Spec["replies"]>;

/** Declares a route: `route("POST /v1/jobs", specification).handle(function)`. */
export const route = <const Line extends RequestLine, const Rest extends OperationRest>(
  line: Line,
  rest: Rest,
) => ({ handle: (run: Run<OperationAt<Line, Rest>>) => ({ ...operationAt(line, rest), run }) });
