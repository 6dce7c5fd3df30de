// The one way by which HTTP requests reach the server: sends, checks the status, maps errors.

import { abortedWith, fault, parseJson } from "@pictor/kernel/plugin";
import type { CallOptions, Network, Reply, RequestInput } from "@pictor/kernel/plugin";
import { badStatus, unreachable } from "./faults.js";
import type { Asked } from "./faults.js";
import type { Link } from "./link.js";
import type { Routes } from "./routes.js";

/** The server, as everything in this plugin sees it. */
export interface Peer {
  readonly network: Network;
  /** What that network saw of the server's life. */
  readonly link: Link;
  readonly routes: Routes;
  /** Name of the auth profile for every request and every handshake. */
  readonly auth: string | undefined;
  /** Aborted when the instance is closed. */
  readonly closed: AbortSignal;
}

export interface Call {
  readonly method?: "GET" | "HEAD" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInput["body"];
  /** Statuses that the caller deals with itself, beside 200 to 299. */
  readonly accept?: readonly number[] | "any";
  /** To the reply's headers. Milliseconds; default as for every request, five minutes. */
  readonly timeoutMs?: number;
  /** Of the reply's body. Default: any number. */
  readonly maxBytes?: number;
}

/** More than a catalogue or a history has: a reply without end must not fill the memory. */
const maxJsonBytes = 256 * 1024 * 1024;

const asked = (peer: Peer, call: Call): Asked => ({
  method: call.method ?? "GET",
  url: call.url,
  auth: peer.auth,
});

const requestOf = (peer: Peer, call: Call): RequestInput => ({
  method: call.method ?? "GET",
  url: call.url,
  purpose: "backend",
  ...(peer.auth === undefined ? {} : { auth: peer.auth }),
  ...(call.headers === undefined ? {} : { headers: call.headers }),
  ...(call.body === undefined ? {} : { body: call.body }),
});

/**
 * Sends and settles with a reply of an expected status, its body unread; rejects with a `BACKEND_` or `AUTH_` error.
 * The signal ends the reading of the body too, and must be aborted when the instance is closed.
 */
export async function exchange(peer: Peer, call: Call, signal: AbortSignal): Promise<Reply> {
  const { timeoutMs, maxBytes } = call;
  const limits = {
    signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
  const reply = await guarded(peer, call, { signal }, () => peer.network.send(requestOf(peer, call), limits));
  const wrong = complaint(peer, call, reply);
  if (wrong === undefined) return reply;
  await reply.discard().catch(() => undefined);
  throw wrong;
}

/** As `exchange`, with a reply that is read or discarded by `use`: afterwards nothing of it is left in any signal. */
export async function send<Value>(
  peer: Peer,
  call: Call,
  options: CallOptions,
  use: (reply: Reply) => Value | Promise<Value>,
): Promise<Value> {
  const { controller, letGo } = abortedWith(peer.closed, options.signal);
  try {
    return await use(await exchange(peer, call, controller.signal));
  } finally {
    letGo();
  }
}

/** Sends and parses the reply's JSON: 64-bit integers survive, and so do the NaN tokens that Python writes. */
export async function sendForJson(peer: Peer, call: Call, options: CallOptions = {}): Promise<unknown> {
  return send(peer, { maxBytes: maxJsonBytes, ...call }, options, (reply) =>
    readJson(peer, call, reply, options),
  );
}

export async function readJson(
  peer: Peer,
  call: Call,
  reply: Reply,
  options: CallOptions = {},
): Promise<unknown> {
  const text = await guarded(peer, call, options, () => reply.text());
  try {
    return parseJson(text);
  } catch {
    const type = reply.headers["content-type"] ?? "no content type";
    const found = `status ${reply.status} with a body that is not JSON (${type})`;
    throw fault("BACKEND_REPLY", { method: call.method ?? "GET", url: call.url, found, expected: "JSON" });
  }
}

async function guarded<Value>(
  peer: Peer,
  call: Call,
  { signal }: CallOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  peer.closed.throwIfAborted();
  signal?.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    if (peer.closed.aborted || signal?.aborted === true) throw error;
    throw unreachable(error, asked(peer, call));
  }
}

function complaint(peer: Peer, call: Call, reply: Reply): Error | undefined {
  const method = call.method ?? "GET";
  const { accept = [] } = call;
  const isFine = reply.status >= 200 && reply.status < 300;
  const isExpected = isFine || accept === "any" || accept.includes(reply.status);
  if (!isExpected) return badStatus(reply.status, "status 200", asked(peer, call));
  // A redirect with status 301, 302 or 303 turns a POST into a GET, which another route answers.
  const last = reply.hops.at(-1)?.method ?? method;
  if (last === method) return undefined;
  const found = `a redirect that made it a ${last}`;
  return fault("BACKEND_REPLY", { method, url: call.url, found, expected: "no redirect" });
}
