// The HTTP reply that a route returns, and functions that build common ones.
import { stringifyJson } from "@pictor/comfyui-graph";
import type { Body } from "./body.js";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
}

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8" },
  body: stringifyJson(value),
});

export const text = (
  body: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({ status, headers: { "Content-Type": "text/plain; charset=utf-8", ...headers }, body });

export const bytes = (body: Uint8Array, headers: Readonly<Record<string, string>>): Reply => ({
  status: 200,
  headers,
  body,
});

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: undefined,
});

/** The reply of a real server to any exception in a route, malformed JSON included. */
export const serverError = (): Reply =>
  text("500 Internal Server Error\n\nServer got itself in trouble", 500);

/** The reply of a real server to a body that is longer than `maxBytes`. */
export const tooLarge = (maxBytes: number): Reply =>
  text(`Maximum request body size ${Math.round(maxBytes)} exceeded.`, 413);

/**
 * The reply when no route matches: 404 to GET, 405 to every other method, also on paths that exist. `methods` are the
 * methods that the path supports.
 */
export function noRoute(method: string, methods: readonly string[] = []): Reply {
  if (method === "GET") return empty(404, { "Content-Type": "application/octet-stream" });
  const allow = [...new Set(["GET", "HEAD", ...methods])].sort().join(",");
  return text("405: Method Not Allowed", 405, { Allow: allow });
}
