// The shapes of replies: JSON, plain text, empty. A route returns one; `http.ts` writes it.
import type { Readable } from "node:stream";
import { stringifyJson } from "../json.js";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | undefined;
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
): Reply => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
  body,
});

export const bytes = (body: Buffer, headers: Readonly<Record<string, string>>): Reply => ({
  status: 200,
  headers,
  body,
});

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: undefined,
});

/** What the real server answers to any exception in a route, malformed JSON included. */
export const serverError = (): Reply =>
  text("500 Internal Server Error\n\nServer got itself in trouble", 500);

/** What the real server answers to a body of more than so many bytes. */
export const tooLarge = (maxBytes: number): Reply =>
  text(`Maximum request body size ${Math.round(maxBytes)} exceeded.`, 413);

/**
 * Unknown paths answer 404 to GET and 405 to everything else; so does a POST-only path. `methods` are those that the
 * path has.
 */
export function noRoute(method: string, methods: readonly string[] = []): Reply {
  if (method === "GET") return empty(404, { "Content-Type": "application/octet-stream" });
  const allow = [...new Set(["GET", "HEAD", ...methods])].sort().join(",");
  return text("405: Method Not Allowed", 405, { Allow: allow });
}
