// What a reply with the status 401 asks for (RFC 9110, section 11.6.1), in words. Pure.

import type { HttpReply } from "@pictor/client";

type Challenge = NonNullable<HttpReply["challenges"]>[number];

/** The ids of the auth schemes that answer a challenge, the likeliest first. */
const schemesOf: Readonly<Record<string, readonly string[]>> = {
  basic: ["basic"],
  digest: ["digest"],
  bearer: ["oauth2", "bearer"],
  dpop: ["oauth2"],
  apikey: ["api-key"],
  "aws4-hmac-sha256": ["aws-sigv4"],
};

export const answersTo = ({ scheme }: Challenge): readonly string[] => schemesOf[scheme.toLowerCase()] ?? [];

/** A challenge in words, such as `Bearer: The token expired (invalid_token), realm "api"`. */
export function challengeText({ scheme, parameters }: Challenge): string {
  const { realm, error, error_description: description, scope } = parameters;
  const code = error !== undefined && description !== undefined ? `(${error})` : error;
  const reason = [description, code].filter((part) => part !== undefined).join(" ");
  const parts = [reason, scope !== undefined && `scope ${scope}`, realm && `realm "${realm}"`];
  return [scheme, parts.filter(Boolean).join(", ")].filter((part) => part !== "").join(": ");
}
