// Who may speak to the server: the optional Basic credentials, and the browser-origin rule of the real server.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { ServerParts } from "./parts.js";

export type Refusal = { readonly status: 401 | 403; readonly headers: Readonly<Record<string, string>> };

const CHALLENGE = 'Basic realm="pictor-embedded", charset="UTF-8"';

/** The refusal for a request or a handshake, or undefined when it may pass. */
export function refusalFor(
  request: IncomingMessage,
  { access, corsOrigin }: Pick<ServerParts, "access" | "corsOrigin">,
): Refusal | undefined {
  if (access && !hasCredentials(request.headers.authorization, access)) {
    return { status: 401, headers: { "WWW-Authenticate": CHALLENGE } };
  }
  // CORS headers take the place of the rule.
  if (corsOrigin !== undefined) return undefined;
  return isForeignOrigin(request.headers) ? { status: 403, headers: {} } : undefined;
}

/** RFC 7617 with UTF-8; compared by digest in constant time. */
function hasCredentials(header: string | undefined, access: NonNullable<ServerParts["access"]>): boolean {
  const sent = /^basic +([a-z0-9+/=]+) *$/i.exec(header ?? "")?.[1] ?? "";
  const expected = Buffer.from(`${access.username}:${access.password}`, "utf8").toString("base64");
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(expected));
}

/**
 * As the real server has it: if the Host is a loopback name, the Origin's host and port have to match it. Ports count only
 * when both name one; `null` and `file://` have no host and pass; the scheme is not compared.
 */
export function isForeignOrigin({ host, origin, ...headers }: IncomingHttpHeaders): boolean {
  // A browser's own word for a page of another site (Fetch Metadata); newer servers refuse it too.
  if (headers["sec-fetch-site"] === "cross-site") return true;
  if (host === undefined || origin === undefined) return false;
  const own = splitHost(host);
  const theirs = splitHost(/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(origin)?.[1] ?? "");
  if (theirs.name === "" || !isLoopback(own.name)) return false;
  const portsDiffer = own.port !== "" && theirs.port !== "" && own.port !== theirs.port;
  return own.name !== theirs.name || portsDiffer;
}

function splitHost(authority: string): { name: string; port: string } {
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority.toLowerCase()) ?? [];
  return { name, port };
}

const isLoopback = (name: string): boolean =>
  name === "localhost" || name === "[::1]" || /^127(\.\d+){3}$/.test(name);
