// The signature base string (RFC 5849 section 3.4.1). Pure.

import { percentEncode } from "@pictor/kernel/plugin";

export type Parameter = readonly [name: string, value: string];

/** The address without query; scheme and host in lower case, a default port left out (section 3.4.1.2). */
export const baseUri = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** The parameters of a query or of a form body, decoded (section 3.4.1.3.1): `+` is a space. */
export const parametersIn = (text: string): readonly Parameter[] => [
  // A question mark at the start would be dropped, although it belongs to the first name.
  ...new URLSearchParams(`&${text}`),
];

/** Sorted by encoded name, then by encoded value, in byte order (section 3.4.1.3.2). */
function normalized(parameters: readonly Parameter[]): string {
  const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([name, value], [other, otherValue]) => order(name, other) || order(value, otherValue))
    .map((pair) => pair.join("="))
    .join("&");
}

/**
 * `parameters` are those of the query, of a form body and of the protocol. Neither `realm` of the header nor
 * `oauth_signature` is signed.
 */
export const baseString = (method: string, url: URL, parameters: readonly Parameter[]): string =>
  [method.toUpperCase(), baseUri(url), normalized(parameters.filter(([name]) => name !== "oauth_signature"))]
    .map(percentEncode)
    .join("&");
