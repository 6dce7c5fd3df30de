// Makes the next request of a redirect (RFC 9110 section 15.4). Pure.

import type { Redactor, HeaderPair, OutgoingRequest } from "@pictor/kernel";
import { bytesOf } from "./bytes-body.js";
import {
  repeatsSecret,
  withoutCredentialQuery,
  withoutCredentials,
  type Credentials,
} from "./credentials.js";

export const maxRedirects = 10;

/** The next request, or why there is none. */
export type Redirect =
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly reason: string; readonly target: string }
  | {
      readonly kind: "follow";
      readonly request: OutgoingRequest;
      /** Whether `beforeSend` runs for the request. */
      readonly runsHook: boolean;
    };

const noAuth = { type: "none", settings: {} };
const statuses = new Set([301, 302, 303, 307, 308]);

function parseTarget(location: string, base: string): URL | string {
  if (!URL.canParse(location, base)) return "which is not an address";
  const target = new URL(location, base);
  if (target.protocol !== "http:" && target.protocol !== "https:")
    return `whose scheme is ${target.protocol}`;
  if (target.username !== "" || target.password !== "") return "which carries a user name";
  return target;
}

const contentHeaders = /^content-|^transfer-encoding$/i;

/** 303, and 301 and 302 after POST, change the method to GET and drop the body; 307 and 308 keep both. */
function rewrite(request: OutgoingRequest, status: number): OutgoingRequest {
  const becomesGet =
    (status === 303 && request.method !== "HEAD") ||
    ((status === 301 || status === 302) && request.method === "POST");
  if (!becomesGet) return request;
  const { body: _dropped, ...rest } = request;
  const keep = ([name]: HeaderPair): boolean => !contentHeaders.test(name);
  return { ...rest, method: "GET", headers: request.headers.filter(keep) };
}

/**
 * Decides about a reply. `request` is the request before `beforeSend`, so that a hop to the same origin gets its
 * credentials from the hook again. Another origin (scheme, host or port) gets no credentials, nor does any later hop; an
 * origin that the profile lists gets the scheme's credentials, but no secret of the request's own.
 */
export function redirectOf(
  request: OutgoingRequest,
  reply: { readonly status: number; readonly location: string | undefined },
  credentials: Credentials,
  redactor: Redactor,
): Redirect {
  if (!statuses.has(reply.status) || reply.location === undefined) return { kind: "none" };
  const target = parseTarget(reply.location, request.url);
  if (typeof target === "string") return { kind: "refused", reason: target, target: "another address" };
  const sameOrigin = target.origin === new URL(request.url).origin;
  const next = rewrite(request, reply.status);
  const shown = `${target.origin}${target.pathname}`;
  if (next.body !== undefined && !next.body.replayable) {
    return { kind: "refused", reason: "and the body can only be read once", target: shown };
  }
  target.hash = "";
  const moved = { ...next, url: target.href };
  if (sameOrigin) return { kind: "follow", request: moved, runsHook: true };
  if (repeatsSecret(`${target.host}${target.pathname}`, redactor))
    return { kind: "refused", reason: "whose address repeats a credential", target: "another address" };
  const bytes = next.body && bytesOf(next.body);
  if (bytes && repeatsSecret(new TextDecoder().decode(bytes), redactor))
    return { kind: "refused", reason: "which must not get the secret in the body", target: target.origin };
  const isListed = request.auth.origins?.includes(target.origin) ?? false;
  const stripped = {
    ...moved,
    url: withoutCredentialQuery(moved.url, credentials, redactor),
    headers: withoutCredentials(moved.headers, credentials, redactor),
    auth: isListed ? request.auth : noAuth,
  };
  return { kind: "follow", request: stripped, runsHook: isListed };
}
