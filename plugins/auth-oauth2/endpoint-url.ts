// Which URLs may be endpoints: https, or http on a loopback host (RFC 6749 sections 3.1.2.1 and 3.2, RFC 8252 section 8.3).

import { oauthFault } from "./faults.js";
import type { Oauth2Settings } from "./settings.gen.js";

export type EndpointField = Extract<keyof Oauth2Settings, `${string}Url`>;

export interface EndpointUrl {
  /** Absolute and normalized, including the query. */
  readonly href: string;
  /** For error messages: the URL without its query. */
  readonly shown: string;
  /** Warnings that the user sees whenever the endpoint is used. */
  readonly notes: readonly string[];
}

/** Whether a `URL.hostname` is in 127.0.0.0/8, `[::1]` or `localhost`. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);

const isPlainHttp = ({ protocol, hostname }: URL): boolean => protocol === "http:" && !isLoopback(hostname);

/**
 * Why the address cannot be an endpoint, as the predicate of a sentence (such as "is empty"); undefined if it can be one.
 * The text contains no part of the address.
 */
export function endpointProblem(address: string, allowInsecure: boolean): string | undefined {
  const text = address.trim();
  if (text === "") return "is empty";
  if (!URL.canParse(text)) return "is not an absolute URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither an https nor an http URL";
  if (url.username !== "" || url.password !== "") return "contains a user name or password";
  if (text.includes("#")) return "has a fragment";
  if (isPlainHttp(url) && !allowInsecure) return "uses http for another machine";
  return undefined;
}

/**
 * Checks the address of one endpoint. `allowInsecure` permits http to other machines and adds a warning. Throws
 * `OAUTH_ENDPOINT_REFUSED`, which names the field and contains no part of the address.
 */
export function endpointUrl(field: EndpointField, address: string, allowInsecure: boolean): EndpointUrl {
  const problem = endpointProblem(address, allowInsecure);
  if (problem !== undefined) throw oauthFault("OAUTH_ENDPOINT_REFUSED", { field, problem });
  const url = new URL(address.trim());
  return {
    href: url.href,
    shown: url.origin + url.pathname,
    notes: isPlainHttp(url)
      ? [`${field} uses http, so anyone on the network path can read secrets and tokens.`]
      : [],
  };
}
