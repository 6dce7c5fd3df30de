// The ID token beside an access token: decoded for showing, and checked (OpenID Connect Core section 3.1.3.7).

import {
  allowInsecureRequests,
  customFetch,
  OperationProcessingError,
  processGenericTokenEndpointResponse,
  UnsupportedOperationError,
  validateApplicationLevelSignature,
} from "oauth4webapi";
import type { Fields, OAuthSetting } from "../setting.js";
import { endpointUrl } from "./endpoint-url.js";
import { parseBody } from "./reply-body.js";
import type { Members } from "./reply-body.js";
import { clientOf, expectedIssuer } from "./server.js";
import type { Wire } from "./types.js";
import { exchange } from "./wire.js";

/** Signatures that a JWKS can check. `none` is never one; HS256 and its like would need the client secret. */
const algorithms = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

function decodedPart(part: string): Members | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Members)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The claims of a signed JWT, for showing: nothing of them is checked. Undefined for an encrypted or broken one. */
export function decodedClaims(token: string): Members | undefined {
  const parts = token.split(".");
  return parts.length === 3 ? decodedPart(parts[1] ?? "") : undefined;
}

/** Keys of the provider, over the same wire as its tokens. */
const fetchKeys =
  (shown: string, wire: Wire) =>
  async (url: string, { headers }: { headers: Record<string, string> }) => {
    const reply = await exchange({ method: "GET", url, purpose: "discovery", headers }, shown, wire);
    const body = parseBody(reply);
    const isGood = reply.status === 200 && body.kind === "members";
    return isGood ? Response.json(body.members) : new Response(null, { status: 500 });
  };

/** The library's messages are constant sentences; its causes hold the token and are left behind. */
const libraryReason = (error: unknown): string | undefined =>
  error instanceof OperationProcessingError || error instanceof UnsupportedOperationError
    ? error.message
    : undefined;

/** Why the token does not count as verified; undefined when every check passed. */
async function doubtAbout(
  fields: Fields,
  token: string,
  claims: Members,
  wire: Wire,
): Promise<string | undefined> {
  const issuer = expectedIssuer(fields, claims["tid"]);
  if (issuer === "") return "no issuer is known to compare it with";
  const server = { issuer, id_token_signing_alg_values_supported: algorithms };
  const response = Response.json({ access_token: "-", token_type: "Bearer", id_token: token });
  try {
    await processGenericTokenEndpointResponse(server, clientOf(fields, wire), response);
  } catch (error) {
    return libraryReason(error) ?? "it is no JWT of a kind that can be checked";
  }
  if (fields.jwksUrl === "") return "no JWKS URL is known to check its signature with";
  try {
    const { href, shown } = endpointUrl("jwksUrl", fields.jwksUrl, fields.allowInsecure);
    await validateApplicationLevelSignature({ ...server, jwks_uri: href }, response, {
      [customFetch]: fetchKeys(shown, wire),
      [allowInsecureRequests]: true,
    });
    return undefined;
  } catch (error) {
    wire.signal.throwIfAborted();
    return libraryReason(error) ?? "the provider's keys could not be fetched";
  }
}

/**
 * Checks an ID token. It is left out when its nonce is not the one of this sign-in (replayed: OpenID Connect Core
 * section 15.5.2); whatever else is wrong only makes a note, for the access token is good without it.
 */
export async function checkedIdToken(
  { fields }: OAuthSetting,
  token: string,
  nonce: string | undefined,
  wire: Wire,
): Promise<{ readonly idToken: string | undefined; readonly notes: readonly string[] }> {
  const claims = decodedClaims(token);
  if (nonce !== undefined && claims?.["nonce"] !== nonce) {
    const note = "The ID token was left out: its nonce is not the one of this sign-in.";
    return { idToken: undefined, notes: [note] };
  }
  const doubt = claims === undefined ? "it cannot be decoded" : await doubtAbout(fields, token, claims, wire);
  const notes = doubt === undefined ? [] : [`The ID token is not verified: ${doubt}.`];
  return { idToken: token, notes };
}
