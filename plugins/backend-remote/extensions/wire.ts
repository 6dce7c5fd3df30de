// Requests to the Manager's routes: what is not there, or is somebody's page, counts as absent.

import { parseJson, stringifyJson } from "@pictor/kernel/plugin";
import type { CallOptions, Reply } from "@pictor/kernel/plugin";
import { readJson, send } from "../http.js";
import type { Call, Peer } from "../http.js";

/** The Manager may ask GitHub and the registry before it answers. Milliseconds. */
const timeoutMs = 120_000;
/** ComfyUI answers 404 or 405 for routes that it lacks; 410 is a route that was taken away. */
const absences = [404, 405, 410, 501] as const;
/** What routes of the Manager answer where they have nothing to say. */
const nothings = [400, 500] as const;

type Query = Readonly<Record<string, string>>;

const isAbsence = (status: number): boolean => absences.some((absence) => absence === status);
const isPage = ({ headers }: Reply): boolean => /\bhtml\b/i.test(headers["content-type"] ?? "");

function addressOf({ routes }: Peer, path: string, query: Query = {}): string {
  const text = new URLSearchParams(query).toString();
  return routes.route(path) + (text === "" ? "" : `?${text}`);
}

/** Undefined where the route is absent. */
export async function getText(peer: Peer, path: string, options: CallOptions): Promise<string | undefined> {
  const call: Call = { url: addressOf(peer, path), accept: absences, timeoutMs, maxBytes: 100_000 };
  return send(peer, call, options, async (reply) => {
    if (reply.status < 300 && !isPage(reply)) return reply.text();
    await reply.discard();
    return undefined;
  });
}

/** Undefined where the route is absent or has nothing to say. */
export async function getJson(
  peer: Peer,
  path: string,
  query: Query,
  options: CallOptions,
): Promise<unknown> {
  const url = addressOf(peer, path, query);
  const call: Call = { url, accept: [...absences, ...nothings], timeoutMs };
  return send(peer, call, options, async (reply) => {
    if (reply.status < 300 && !isPage(reply)) return readJson(peer, call, reply, options);
    await reply.discard();
    return undefined;
  });
}

/** A reply of a change: its status, and its JSON where it has some. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a change may be answered with beside 200: refusals, and routes that are not there. */
const refusals = [400, 403, 500] as const;

/** Undefined where the route is absent. */
export async function post(
  peer: Peer,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<Answer | undefined> {
  const headers = { "content-type": typeof body === "string" ? "text/plain" : "application/json" };
  const call: Call = {
    method: "POST",
    url: addressOf(peer, path),
    headers,
    body: typeof body === "string" ? body : stringifyJson(body),
    accept: [...refusals, 404, 405],
    timeoutMs,
  };
  return send(peer, call, options, async (reply) => {
    const text = await reply.text();
    if (isPage(reply) || reply.status === 405) return undefined;
    return { status: reply.status, body: parsed(text) };
  });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * A change without a body: a POST since 2026, a GET before. The wrong one of the two is answered like an unknown route,
 * and does nothing. Undefined where both are absent.
 */
export async function change(
  peer: Peer,
  path: string,
  options: CallOptions & { readonly timeoutMs?: number },
): Promise<number | undefined> {
  for (const method of ["POST", "GET"] as const) {
    const accept = [...refusals, ...absences];
    const call: Call = {
      method,
      url: addressOf(peer, path),
      accept,
      timeoutMs: options.timeoutMs ?? timeoutMs,
    };
    const status = await send(peer, call, options, async (reply) => {
      await reply.discard();
      return isAbsence(reply.status) || isPage(reply) ? undefined : reply.status;
    });
    if (status !== undefined) return status;
  }
  return undefined;
}
