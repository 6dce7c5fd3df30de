// The calls of the API: one function for each route.

import { apiErrorOf } from "./api-error.js";
import { requireMembers } from "./require-members.js";
import { routes, type Routes } from "./routes.gen.js";

export type RouteId = keyof Routes;
type Input<Id extends RouteId> = Routes[Id]["input"] & { readonly signal?: AbortSignal };

/** One function for each route, by the operation id of openapi.json. */
export type Calls = {
  readonly [Id in RouteId]: object extends Routes[Id]["input"]
    ? (input?: Input<Id>) => Promise<Routes[Id]["reply"]>
    : (input: Input<Id>) => Promise<Routes[Id]["reply"]>;
};

export interface ConnectionOptions {
  /** Address of the server, such as `http://127.0.0.1:8190`. */
  readonly url: string;
  readonly token: string;
  /** The function that sends requests. Default: the global fetch. */
  readonly fetch?: typeof fetch;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Blob | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** The content type of a body whose media type the server detects. */
const octets = "application/octet-stream";
const submissionTries = 3;

/** Sends a request with the token. Throws `ApiError` for a reply that is not a success. */
export async function send(
  { url, token, fetch: given = fetch }: ConnectionOptions,
  path: string | URL,
  {
    headers,
    ...rest
  }: Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const all = { ...headers, Authorization: `Bearer ${token}` };
  const reply = await given(new URL(path, url), { ...rest, headers: all });
  if (!reply.ok && reply.status !== 304) throw await apiErrorOf(reply);
  return reply;
}

/** `line` is a line of `routes`. */
async function call(connection: ConnectionOptions, line: string, input: AnyInput): Promise<unknown> {
  const [pattern = "", method = "", id, kind] = line.split(" ");
  const path = `/v1/${pattern}`.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ""),
  );
  const address = new URL(path, connection.url);
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) address.searchParams.set(name, String(value));
  // Every attempt to submit a job sends the same key, so that a submission whose reply was lost creates no second job.
  const key = id === "submitJob" ? { "idempotency-key": crypto.randomUUID() } : {};
  const { bytes } = input;
  // POST, PUT and PATCH have a body, GET and DELETE have none.
  const isChange = method.startsWith("P");
  const body = bytes ?? (isChange ? JSON.stringify(input.body ?? {}) : undefined);
  const type = bytes === undefined ? "application/json" : (bytes instanceof Blob && bytes.type) || octets;
  const init = {
    method,
    headers: { ...(body !== undefined && { "content-type": type }), ...key, ...input.headers },
    ...(body !== undefined && { body }),
    signal: input.signal ?? null,
  };
  for (let left = id === "submitJob" ? submissionTries : 1; ; left--) {
    try {
      const reply = await send(connection, address, init);
      return kind === "raw" ? reply : await reply.json();
    } catch (error) {
      const isLost = error instanceof TypeError && input.signal?.aborted !== true;
      if (!isLost || left <= 1) throw error;
    }
  }
}

export const createCalls = (connection: ConnectionOptions): Calls => {
  const entries = routes.split("\n").map((line): [string, unknown] => [
    line.split(" ")[2] as RouteId,
    async (input: AnyInput = {}) => {
      requireMembers("The input of a call", input, "params, query, headers, body, bytes, signal");
      return call(connection, line, input);
    },
  ]);
  return Object.fromEntries(entries) as Calls;
};
