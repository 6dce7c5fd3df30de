// Authorizes requests: optional HTTP Basic credentials, and the rule of real servers for browser origins.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Credentials } from "./credentials.js";

export interface AccessRules {
  readonly access?: Credentials | undefined;
  /** The origin in CORS headers. When it is absent, no CORS headers are sent, and pages of other origins are refused. */
  readonly corsOrigin?: string | undefined;
}

export type Refusal = { readonly status: 401 | 403; readonly headers: Readonly<Record<string, string>> };

const CHALLENGE = 'Basic realm="pictor-embedded", charset="UTF-8"';

/** Returns the refusal of a request or a handshake, or undefined when it is allowed. */
export function refusalFor(
  request: IncomingMessage,
  { access, corsOrigin }: AccessRules,
): Refusal | undefined {
  if (access && !hasCredentials(request.headers.authorization, access)) {
    return { status: 401, headers: { "WWW-Authenticate": CHALLENGE } };
  }
  // As on real servers, CORS replaces the rule for origins.
  if (corsOrigin !== undefined) return undefined;
  return isForeignOrigin(request.headers) ? { status: 403, headers: {} } : undefined;
}

/** Basic credentials are encoded as UTF-8 (RFC 7617). Comparing digests takes constant time. */
function hasCredentials(header: string | undefined, access: Credentials): boolean {
  const sent = /^basic +([a-z0-9+/=]+) *$/i.exec(header ?? "")?.[1] ?? "";
  const expected = Buffer.from(`${access.username}:${access.password}`, "utf8").toString("base64");
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(expected));
}

/**
 * The rule of real servers: when Host is a loopback name, the host and the port of Origin must match it. Ports are compared
 * only when both have one, schemes never. `null` and `file://` have no host and are allowed.
 */
function isForeignOrigin({ host, origin, ...headers }: IncomingHttpHeaders): boolean {
  // Browsers mark cross-site requests with this header (Fetch Metadata). Servers newer than 0.8 refuse such requests.
  if (headers["sec-fetch-site"] === "cross-site") return true;
  if (host === undefined || origin === undefined) return false;
  const target = splitHost(host);
  const page = splitHost(/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(origin)?.[1] ?? "");
  if (page.name === "" || !isLoopback(target.name)) return false;
  const portsDiffer = target.port !== "" && page.port !== "" && target.port !== page.port;
  return target.name !== page.name || portsDiffer;
}

function splitHost(authority: string): { name: string; port: string } {
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority.toLowerCase()) ?? [];
  return { name, port };
}

const isLoopback = (name: string): boolean =>
  name === "localhost" || name === "[::1]" || /^127(\.\d+){3}$/.test(name);
