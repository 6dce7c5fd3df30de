// Requests to the Manager's routes: a missing route, or a web page in its place, yields undefined.

import { parseJsonOrUndefined, stringifyJson, type CallOptions, type Reply } from "@pictor/kernel/plugin";
import { readJson, send, type RemoteServer, type ServerRequest } from "../server/requests.js";
import { isMissingRouteStatus, missingRouteStatuses } from "../server/statuses.js";

/** Time limit in milliseconds. Before it answers, the Manager may query GitHub and the registry. */
const timeoutMs = 120_000;
/** Statuses of the Manager's routes that have no data to return. */
const noDataStatuses = [400, 500] as const;
/** Statuses with which the Manager refuses a change. */
const refusalStatuses = [400, 403, 500] as const;

type Query = Readonly<Record<string, string>>;

const isWebPage = ({ headers }: Reply): boolean => /\bhtml\b/i.test(headers["content-type"] ?? "");

function urlOf({ routes }: RemoteServer, path: string, query: Query = {}): string {
  const text = new URLSearchParams(query).toString();
  return routes.route(path) + (text === "" ? "" : `?${text}`);
}

/** What `read` makes of a reply; undefined if the route is missing, has no data, or a web page takes its place. */
const get = <Value>(
  server: RemoteServer,
  request: ServerRequest,
  options: CallOptions,
  read: (reply: Reply) => Promise<Value>,
): Promise<Value | undefined> =>
  send(server, request, options, async (reply) => {
    if (reply.status < 300 && !isWebPage(reply)) return read(reply);
    await reply.discard();
    return undefined;
  });

/** Requests a text. Returns undefined if the route is missing. */
export function getText(
  server: RemoteServer,
  path: string,
  options: CallOptions,
): Promise<string | undefined> {
  const url = urlOf(server, path);
  const request: ServerRequest = { url, accept: missingRouteStatuses, timeoutMs, maxBytes: 100_000 };
  return get(server, request, options, (reply) => reply.text());
}

/** Requests JSON. Returns undefined if the route is missing or has no data. */
export function getJson(
  server: RemoteServer,
  path: string,
  query: Query,
  options: CallOptions,
): Promise<unknown> {
  const url = urlOf(server, path, query);
  const request: ServerRequest = { url, accept: [...missingRouteStatuses, ...noDataStatuses], timeoutMs };
  return get(server, request, options, (reply) => readJson(server, request, reply, options));
}

export interface ManagerReply {
  readonly status: number;
  /** The parsed body; undefined if the body is not JSON. */
  readonly body: unknown;
}

/** Sends a change with a body: a string as it is, any other value as JSON. Undefined if the route is missing. */
export async function post(
  server: RemoteServer,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<ManagerReply | undefined> {
  const isText = typeof body === "string";
  const request: ServerRequest = {
    method: "POST",
    url: urlOf(server, path),
    headers: { "content-type": isText ? "text/plain" : "application/json" },
    body: isText ? body : stringifyJson(body),
    accept: [...refusalStatuses, 404, 405],
    timeoutMs,
  };
  return send(server, request, options, async (reply) => {
    const text = await reply.text();
    if (isWebPage(reply) || reply.status === 405) return undefined;
    return { status: reply.status, body: parseJsonOrUndefined(text) };
  });
}

/**
 * Sends a change without a body and settles with the reply's status. Managers since 2026 take a POST, older ones a GET; the
 * wrong method gets the reply of a missing route and changes nothing. Undefined if both are missing.
 */
export async function postOrGet(
  server: RemoteServer,
  path: string,
  options: CallOptions & { readonly timeoutMs?: number },
): Promise<number | undefined> {
  for (const method of ["POST", "GET"] as const) {
    const request: ServerRequest = {
      method,
      url: urlOf(server, path),
      accept: [...refusalStatuses, ...missingRouteStatuses],
      timeoutMs: options.timeoutMs ?? timeoutMs,
    };
    const status = await send(server, request, options, async (reply) => {
      await reply.discard();
      return isMissingRouteStatus(reply.status) || isWebPage(reply) ? undefined : reply.status;
    });
    if (status !== undefined) return status;
  }
  return undefined;
}
