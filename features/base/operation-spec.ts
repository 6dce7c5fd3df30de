// How an operation is specified, with its route in the local API.

import type { Bodies } from "./bodies.gen.js";
import type { Scope } from "./scopes.js";

/** The name of a body in schemas/api.schema.json. */
export type BodyName = keyof Bodies;

/** A value in the query or in a header, which is sent as text. */
export interface Parameter {
  readonly type: "string" | "integer";
  readonly description: string;
  readonly required?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
}

/** A body that is a stream of bytes, which the handler reads as it arrives. */
export interface ByteBody {
  /**
   * The accepted content types. None of them may be sent by a page without a CORS preflight, as those of forms and of
   * text may.
   */
  readonly media: readonly string[];
  /** The largest number of bytes. */
  readonly limit: number;
  readonly description: string;
}

export interface OperationReply {
  readonly description: string;
  readonly body?: BodyName;
  /** Media types of a reply that is not JSON. */
  readonly media?: readonly string[];
  /** For a stream of events, the name of the schema of an event in schemas/api.schema.json. */
  readonly items?: string;
}

export interface OperationSpec {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with `{name}` for each parameter. */
  readonly path: string;
  /** The scope that the token must have. `none`: no token is needed. */
  readonly scope: Scope | "none";
  /** Whether a signed link can replace the token. */
  readonly linkable?: true;
  readonly group: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly body?: BodyName;
  /** The body of bytes, if the request has one instead of a JSON body. */
  readonly bytes?: ByteBody;
  /** Replies by status. Every route can also reply with a problem document. */
  readonly replies: Readonly<Record<number, OperationReply>>;
  /**
   * Makes the operation a tool of the MCP server, with its input and its result. The name of the tool is the id of the
   * operation with underscores. `npm run gen` refuses schemas with combinations (`oneOf`), because clients of MCP do.
   */
  readonly tool?: {
    /** Says to a model what the tool is for. */
    readonly description: string;
    /** Describes each part of the path. */
    readonly params?: Readonly<Record<string, string>>;
  };
}

type Method = OperationSpec["method"];

/** The method and the path of an operation, such as `GET /v1/presets/{name}`. */
export type RequestLine = `${Method} /${string}`;

/** All that specifies an operation besides its request line. */
export type OperationRest = Omit<OperationSpec, "method" | "path">;

export type OperationAt<Line extends RequestLine, Rest extends OperationRest> = Rest & {
  readonly method: Line extends `${infer Verb extends Method} ${string}` ? Verb : Method;
  readonly path: Line extends `${string} ${infer Path}` ? Path : string;
};

export function operationAt<Line extends RequestLine, Rest extends OperationRest>(line: Line, rest: Rest) {
  const [method, path] = line.split(" ");
  return { ...rest, method, path } as OperationAt<Line, Rest>;
}
