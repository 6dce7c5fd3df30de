// Presigned addresses: the signature stands in the query, and ends after a time (AWS, "Authenticating requests: using
// query parameters").

import { setQueryParameter, targetUrl, type OutgoingRequest } from "@pictor/kernel/plugin";
import { canonicalRequest, signedHeaderNames, type SignedParts } from "./canonical-request.js";
import { algorithm, credentialOf, signatureOf, type SigningKey } from "./signature.js";

export interface Presigning {
  readonly key: SigningKey;
  /** The value of X-Amz-Date. */
  readonly at: string;
  readonly expiresSeconds: number;
  /** Of temporary credentials; empty for others. */
  readonly sessionToken: string;
}

/** Adds the parameters of the signature, the signature last. `parts` has all parts except the address. */
export function presign(
  request: OutgoingRequest,
  parts: Omit<SignedParts, "url">,
  { key, at, expiresSeconds, sessionToken }: Presigning,
): OutgoingRequest {
  const parameters: readonly (readonly [string, string])[] = [
    ["X-Amz-Algorithm", algorithm],
    ["X-Amz-Credential", credentialOf(key, at)],
    ["X-Amz-Date", at],
    ["X-Amz-Expires", String(expiresSeconds)],
    ["X-Amz-SignedHeaders", signedHeaderNames(parts.headers)],
    ...(sessionToken === "" ? [] : [["X-Amz-Security-Token", sessionToken] as const]),
  ];
  const unsigned = parameters.reduce(
    (changed, [name, value]) => setQueryParameter(changed, name, value),
    withoutParameter(request, "X-Amz-Signature"),
  );
  const url = targetUrl(unsigned);
  const { text } = canonicalRequest({ ...parts, url });
  return setQueryParameter(unsigned, "X-Amz-Signature", signatureOf(key, text, at));
}

/** The address without a parameter that the canonical request must not contain, such as the signature of an earlier link. */
function withoutParameter(request: OutgoingRequest, name: string): OutgoingRequest {
  const [address = "", query] = request.url.split("?");
  if (query === undefined) return request;
  const kept = query.split("&").filter((pair) => pair.split("=", 1)[0] !== name);
  return { ...request, url: kept.length === 0 ? address : `${address}?${kept.join("&")}` };
}
