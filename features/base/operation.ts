// What an operation is: its specification and its function, whose types follow from the specification. A noun declares
// its operations once; checks, schemas/openapi.json, the client, and the docs are made from the specification.

import type { Quota } from "@pictor/client";
import type { Bodies } from "./bodies.gen.js";
import {
  operationAt,
  type BodyName,
  type OperationAt,
  type OperationRest,
  type OperationSpec,
  type Parameter,
  type RequestLine,
} from "./operation-spec.js";
import type { Scope } from "./scopes.js";

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type ValueOf<Spec extends Parameter> = Spec extends { readonly type: "integer" } ? number : string;
/** The values of parameters. */
export type ValuesOf<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends Parameter
    ? ValueOf<Specs[Name]> | (Specs[Name] extends { readonly required: true } ? never : undefined)
    : never;
};

/** Who calls: the holder of a token of the local API, or the person at the terminal. */
export interface Caller {
  /** Id of the token; empty for a person. */
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The limits of the token itself, each in place of that of all tokens. Default: none. */
  readonly quota?: Quota;
}

/** A checked call. It has no request and no terminal. */
export interface OperationCall<Spec extends OperationSpec> {
  readonly params: Readonly<Record<PathNames<Spec["path"]>, string>>;
  readonly query: Spec extends { readonly query: infer Query } ? ValuesOf<Query> : object;
  readonly body: Spec extends { readonly body: infer Name extends BodyName } ? Bodies[Name] : undefined;
  readonly caller: Caller;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

/** The bodies of the declared replies. */
export type ReplyBody<Replies> = Replies[keyof Replies] extends infer Reply
  ? Reply extends { readonly body: infer Name extends BodyName }
    ? Bodies[Name]
    : never
  : never;

/**
 * Declares an operation: `operation("GET /v1/presets", specification).handle(function)`. The second parameter of the
 * function names the stores and services that the noun needs.
 */
export const operation = <const Line extends RequestLine, const Rest extends OperationRest>(
  line: Line,
  rest: Rest,
) => ({
  handle<Context>(
    run: (
      call: OperationCall<OperationAt<Line, Rest>>,
      context: Context,
    ) => Promise<ReplyBody<Rest["replies"]>> | ReplyBody<Rest["replies"]>,
  ) {
    return { ...operationAt(line, rest), run };
  },
});
