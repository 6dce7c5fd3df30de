// Creates the next request of a redirect (RFC 9110 section 15.4). Pure.

import type { Redactor, HeaderPair, OutgoingRequest, RequestInput } from "@pictor/kernel";
import { bytesOf } from "./bytes-body.js";
import {
  repeatsSecret,
  withoutCredentialQuery,
  withoutCredentials,
  type Credentials,
} from "./credentials.js";

export const maxRedirects = 10;

/** The consequence of a reply: the next request, a refused redirect, or none. */
export type Redirect =
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly reason: string; readonly target: string }
  | {
      readonly kind: "follow";
      readonly request: OutgoingRequest;
      /** Whether `beforeSend` runs for the next request. */
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

const contentHeaders = /^content-/i;

/**
 * 303, as well as 301 and 302 after POST, change the method to GET and drop the body, unless the caller keeps a POST
 * after the status. 307 and 308 keep both.
 */
function rewrite(request: OutgoingRequest, status: number, keepsPost: readonly number[]): OutgoingRequest {
  const isPost = request.method === "POST";
  const becomesGet =
    (status === 303 && request.method !== "HEAD") || ((status === 301 || status === 302) && isPost);
  if (!becomesGet || (isPost && keepsPost.includes(status))) return request;
  const { body: _dropped, ...rest } = request;
  const keep = ([name]: HeaderPair): boolean => !contentHeaders.test(name);
  return { ...rest, method: "GET", headers: request.headers.filter(keep) };
}

/**
 * Decides whether and how a reply is followed. `request` is the request before `beforeSend`, which adds the credentials
 * again for a hop to the same origin. Another origin (scheme, host or port) receives no credentials, and neither does
 * any later hop. An origin that the profile lists receives the credentials of the scheme, but no other secret of the
 * request. With the policy `trusted`, another origin receives what the first one did, unless the profile does not list
 * it, or https would become http.
 */
export function redirectOf(
  request: OutgoingRequest,
  reply: { readonly status: number; readonly location: string | undefined },
  credentials: Credentials,
  redactor: Redactor,
  { redirect: policy, keepsPost = [] }: Pick<RequestInput, "redirect" | "keepsPost">,
): Redirect {
  if (policy === "manual" || !statuses.has(reply.status)) return { kind: "none" };
  // An empty Location names the same address again, which would redirect for ever. Like curl and browsers, take it for none.
  if (reply.location === undefined || reply.location.trim() === "") return { kind: "none" };
  const target = parseTarget(reply.location, request.url);
  if (typeof target === "string") return { kind: "refused", reason: target, target: "another address" };
  const from = new URL(request.url);
  const next = rewrite(request, reply.status, keepsPost);
  const shown = `${target.origin}${target.pathname}`;
  if (next.body !== undefined && !next.body.replayable) {
    return { kind: "refused", reason: "and the body can only be read once", target: shown };
  }
  target.hash = "";
  const moved = { ...next, url: target.href };
  if (target.origin === from.origin) return { kind: "follow", request: moved, runsHook: true };
  const { origins } = request.auth;
  const isListed = origins?.includes(target.origin) ?? false;
  const isEncrypted = target.protocol === "https:" || from.protocol === "http:";
  if (policy === "trusted" && isEncrypted && (origins === undefined || isListed)) {
    const headers = moved.headers.filter(([name]) => name.toLowerCase() !== "host");
    return { kind: "follow", request: { ...moved, headers }, runsHook: true };
  }
  if (repeatsSecret(`${target.host}${target.pathname}`, redactor))
    return { kind: "refused", reason: "whose address repeats a credential", target: "another address" };
  const bytes = next.body && bytesOf(next.body);
  if (bytes && repeatsSecret(new TextDecoder().decode(bytes), redactor))
    return { kind: "refused", reason: "which must not get the secret in the body", target: target.origin };
  const stripped = {
    ...moved,
    url: withoutCredentialQuery(moved.url, credentials, redactor),
    headers: withoutCredentials(moved.headers, credentials, redactor),
    auth: isListed ? request.auth : noAuth,
  };
  return { kind: "follow", request: stripped, runsHook: isListed };
}
