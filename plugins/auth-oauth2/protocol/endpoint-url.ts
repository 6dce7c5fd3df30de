// Which addresses may be an endpoint: https, or http on this machine (RFC 6749 sections 3.1.2.1 and 3.2, RFC 8252 section 8.3).

import { oauthFault } from "../faults.js";
import type { Fields } from "../setting.js";

export type EndpointField = Extract<keyof Fields, `${string}Url`>;

export interface EndpointUrl {
  /** Normalised, absolute, its query kept. */
  readonly href: string;
  /** For errors: without the query. */
  readonly shown: string;
  /** What is to be told at every use. */
  readonly notes: readonly string[];
}

/** 127.0.0.0/8, ::1 and localhost, as `URL.hostname` writes them. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const parsed = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Why the address cannot be an endpoint, as the rest of a sentence that repeats nothing of it. */
export function endpointProblem(address: string, allowInsecure: boolean): string | undefined {
  const text = address.trim();
  const url = parsed(text);
  if (text === "") return "is empty";
  if (url === undefined) return "is not an absolute address";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is not a web address";
  if (url.username !== "" || url.password !== "") return "carries a user name or password";
  if (text.includes("#")) return "has a fragment";
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecure) {
    return "uses http for another machine";
  }
  return undefined;
}

/**
 * Checks one endpoint of a setting. `allowInsecure` permits http for other machines and says so in a note. Throws
 * `OAUTH_ENDPOINT_REFUSED`, which names the field and repeats nothing of the address.
 */
export function endpointUrl(field: EndpointField, address: string, allowInsecure: boolean): EndpointUrl {
  const text = address.trim();
  const url = parsed(text);
  const problem = endpointProblem(text, allowInsecure);
  if (problem !== undefined || url === undefined) {
    throw oauthFault("OAUTH_ENDPOINT_REFUSED", { field, problem: problem ?? "is not an absolute address" });
  }
  const isInsecure = url.protocol === "http:" && !isLoopback(url.hostname);
  return {
    href: url.href,
    shown: url.origin + url.pathname,
    notes: isInsecure ? [`${field} uses http: whoever is on the way can read secrets and tokens.`] : [],
  };
}
