// Sends every HTTP request to the server: checks the status of the reply, parses JSON and maps errors.

import { linkedController, parseJson, withoutUndefined } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, PictorError, Reply, RequestInput } from "@pictor/kernel/plugin";
import { exchangeFault, replyFault, statusFault } from "./exchange-faults.js";
import type { JitterClock } from "../base/jitter-clock.js";
import { watchForRestarts, type WatchedNetwork } from "./restart-signs.js";
import type { Routes } from "./routes.js";

/** The server of an instance, with everything that a request to it needs. */
export interface RemoteServer extends WatchedNetwork {
  /** Name of the instance, for errors. */
  readonly name: string;
  readonly clock: JitterClock;
  readonly routes: Routes;
  /** Name of the auth profile for every request and every handshake. */
  readonly auth: string | undefined;
  /** Aborted when the instance is closed. */
  readonly closed: AbortSignal;
}

/** What the parts of an open instance share. */
export interface RemoteInstance {
  readonly server: RemoteServer;
  /** Client id of the instance's own socket: Managers 4.x send results only to the client that queued the task. */
  readonly clientId: string;
  readonly subscribe: Backend["events"];
  readonly catalog: Backend["catalog"];
  readonly info: Backend["info"];
}

/** A server to which nothing was sent yet. */
export const serverAt = (
  routes: Routes,
  { name, auth }: { readonly name: string; readonly auth?: string },
  { network, clock }: Pick<RemoteServer, "network" | "clock">,
  closed: AbortSignal,
): RemoteServer => ({ name, auth, clock, routes, closed, ...watchForRestarts(network) });

export interface ServerRequest {
  /** The HTTP method. Default: GET. */
  readonly method?: "GET" | "HEAD" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInput["body"];
  /** Statuses other than 200 to 299 that the caller handles itself. */
  readonly accept?: readonly number[] | "any";
  /** Time limit in milliseconds until the reply's headers have arrived. Default: that of the kernel, five minutes. */
  readonly timeoutMs?: number;
  /** Limit of the reply's body in bytes. Default: none. */
  readonly maxBytes?: number;
}

/** Limit of a JSON reply in bytes. It is larger than any catalog or history; an endless reply must not fill the memory. */
const maxJsonBytes = 256 * 1024 * 1024;

const summaryOf = ({ auth }: RemoteServer, { method = "GET", url }: ServerRequest) => ({ method, url, auth });

const requestInputOf = ({ auth }: RemoteServer, request: ServerRequest): RequestInput => ({
  method: request.method ?? "GET",
  purpose: "backend",
  ...withoutUndefined({ url: request.url, auth, headers: request.headers, body: request.body }),
});

/**
 * Sends a request. Settles with a reply of an accepted status whose body is still unread; rejects with a `BACKEND_...` or
 * `AUTH_...` error. The signal also ends the reading of the body; the caller aborts it when the instance is closed.
 */
export async function exchange(
  server: RemoteServer,
  request: ServerRequest,
  signal: AbortSignal,
): Promise<Reply> {
  const { timeoutMs, maxBytes } = request;
  const limits = withoutUndefined({ signal, timeoutMs, maxBytes });
  const reply = await withExchangeFaults(server, request, { signal }, () =>
    server.network.send(requestInputOf(server, request), limits),
  );
  const problem = problemOfReply(server, request, reply);
  if (problem === undefined) return reply;
  await reply.discard().catch(() => undefined);
  throw problem;
}

/** Like `exchange`, for a reply that `use` reads or discards. Leaves no listener on the caller's or the instance's signal. */
export async function send<Value>(
  server: RemoteServer,
  request: ServerRequest,
  options: CallOptions,
  use: (reply: Reply) => Value | Promise<Value>,
): Promise<Value> {
  const { controller, release } = linkedController(server.closed, options.signal);
  try {
    return await use(await exchange(server, request, controller.signal));
  } finally {
    release();
  }
}

/** Sends a request and parses the reply's JSON. 64-bit integers keep their digits; Python's NaN is accepted. */
export async function requestJson(
  server: RemoteServer,
  request: ServerRequest,
  options: CallOptions = {},
): Promise<unknown> {
  return send(server, { maxBytes: maxJsonBytes, ...request }, options, (reply) =>
    readJson(server, request, reply, options),
  );
}

/** Parses the body of a reply. Rejects with BACKEND_REPLY if the body is not JSON. */
export async function readJson(
  server: RemoteServer,
  request: ServerRequest,
  reply: Reply,
  options: CallOptions = {},
): Promise<unknown> {
  const text = await withExchangeFaults(server, request, options, () => reply.text());
  try {
    return parseJson(text);
  } catch {
    const type = reply.headers["content-type"] ?? "no content type";
    throw replyFault(request, `status ${reply.status} with a body that is not JSON (${type})`, "JSON");
  }
}

/** Runs `work` and maps its failure to an error of the kernel's catalog, unless the caller or the instance aborted it. */
async function withExchangeFaults<Value>(
  server: RemoteServer,
  request: ServerRequest,
  { signal }: CallOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  server.closed.throwIfAborted();
  signal?.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    if (server.closed.aborted || signal?.aborted === true) throw error;
    throw exchangeFault(error, summaryOf(server, request));
  }
}

function problemOfReply(server: RemoteServer, request: ServerRequest, reply: Reply): PictorError | undefined {
  const { method = "GET", accept = [] } = request;
  const isSuccess = reply.status >= 200 && reply.status < 300;
  const isExpected = isSuccess || accept === "any" || accept.includes(reply.status);
  if (!isExpected) return statusFault(reply.status, "status 200", summaryOf(server, request));
  // A redirect with status 301, 302 or 303 turns a POST into a GET, which another route answers.
  const lastMethod = reply.hops.at(-1)?.method ?? method;
  if (lastMethod === method) return undefined;
  return replyFault(request, `a redirect that turned the request into a ${lastMethod}`, "no redirect");
}
