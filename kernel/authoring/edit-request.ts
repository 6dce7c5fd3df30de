// Pure edits of a request, with which auth schemes set a header or a query parameter.

import { percentEncode } from "../base/percent-encode.js";
import type { OutgoingRequest } from "../contract/requests.js";

/**
 * Sets a header: removes all headers of this name (compared case-insensitively, RFC 9110 section 5.1) and appends one.
 */
export function setHeader(request: OutgoingRequest, name: string, value: string): OutgoingRequest {
  const wanted = name.toLowerCase();
  return {
    ...request,
    headers: [...request.headers.filter(([key]) => key.toLowerCase() !== wanted), [name, value]],
  };
}

/** Decodes the name of a query parameter as servers do: an invalid escape does not throw. */
const decodeName = (pair: string): string => new URLSearchParams(`&${pair}`).keys().next().value ?? "";

/**
 * Sets a query parameter: replaces parameters of the same name, or appends one before the fragment. The rest of the
 * query stays byte for byte the same (URLSearchParams would rewrite `%20` and `~`, which breaks signed URLs).
 */
export function setQueryParameter(request: OutgoingRequest, name: string, value: string): OutgoingRequest {
  const [beforeFragment = "", ...fragment] = request.url.split("#");
  const at = beforeFragment.indexOf("?");
  const path = at < 0 ? beforeFragment : beforeFragment.slice(0, at);
  const query = at < 0 ? "" : beforeFragment.slice(at + 1);
  const kept = query === "" ? [] : query.split("&").filter((pair) => decodeName(pair) !== name);
  const url = `${path}?${[...kept, `${percentEncode(name)}=${percentEncode(value)}`].join("&")}`;
  return { ...request, url: fragment.length === 0 ? url : `${url}#${fragment.join("#")}` };
}
