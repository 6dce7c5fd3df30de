// Checks the ID token of a token response (OpenID Connect Core section 3.1.3.7).

import {
  allowInsecureRequests,
  customFetch,
  OperationProcessingError,
  processGenericTokenEndpointResponse,
  UnsupportedOperationError,
  validateApplicationLevelSignature,
} from "oauth4webapi";
import { endpointUrl } from "../endpoint-url.js";
import { algorithmOf, decodeClaims, type Claims } from "../jwt-claims.js";
import { parseBody } from "../replies/parse-body.js";
import { sendToProvider, type ProviderContext } from "../replies/send-to-provider.js";
import type { Fields, OAuthSetting } from "../setting.js";
import { expectedIssuer } from "./issuer.js";
import { withoutLibraryName } from "./request-headers.js";
import { oauthClient } from "./library-client.js";

/** Algorithms whose signatures are verified with a JWKS: neither `none` nor HMAC, which would need the client secret. */
const algorithms = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

/** Fetches the provider's keys through the kernel, like token requests. */
const fetchKeys =
  (shownUrl: string, context: ProviderContext) =>
  async (url: string, { headers }: { headers: Record<string, string> }) => {
    const own = withoutLibraryName(headers);
    const request = { method: "GET", url, purpose: "discovery", headers: own } as const;
    const reply = await sendToProvider(request, shownUrl, context);
    const body = parseBody(reply);
    return reply.status === 200 && body.problem === undefined
      ? Response.json(Object.fromEntries(body.members))
      : new Response(null, { status: 500 });
  };

/** The message of a library error, which is a constant sentence. Its cause contains the token and is dropped. */
const libraryMessage = (error: unknown): string | undefined =>
  error instanceof OperationProcessingError || error instanceof UnsupportedOperationError
    ? error.message
    : undefined;

/** Why signatures of the token's algorithm are not checked; undefined if they are. */
function algorithmProblem(token: string): string | undefined {
  const algorithm = algorithmOf(token) ?? "";
  if (algorithm === "none") return "it is not signed";
  const isHmac = /^HS(?:256|384|512)$/.test(algorithm);
  return isHmac ? `it is signed with ${algorithm}, which is not checked` : undefined;
}

/** Why the token is not verified; undefined if it passed every check. */
async function verificationProblem(
  fields: Fields,
  token: string,
  claims: Claims,
  context: ProviderContext,
): Promise<string | undefined> {
  const unchecked = algorithmProblem(token);
  if (unchecked !== undefined) return unchecked;
  const issuer = expectedIssuer(fields, claims["tid"]);
  if (issuer === "") return "no issuer is configured to compare it with";
  const server = { issuer, id_token_signing_alg_values_supported: algorithms };
  const response = Response.json({ access_token: "-", token_type: "Bearer", id_token: token });
  try {
    await processGenericTokenEndpointResponse(server, oauthClient(fields, context.clock), response);
  } catch (error) {
    return libraryMessage(error) ?? "it is not a JWT of a supported kind";
  }
  if (fields.jwksUrl === "") return "no JWKS URL is configured to verify its signature with";
  try {
    const { href, shown } = endpointUrl("jwksUrl", fields.jwksUrl, fields.allowInsecure);
    await validateApplicationLevelSignature({ ...server, jwks_uri: href }, response, {
      [customFetch]: fetchKeys(shown, context),
      [allowInsecureRequests]: true,
    });
    return undefined;
  } catch (error) {
    context.signal.throwIfAborted();
    return libraryMessage(error) ?? "the provider's keys could not be fetched";
  }
}

/**
 * Checks an ID token. It is dropped if its nonce is not the one of this sign-in, which means that it was replayed
 * (OpenID Connect Core section 15.5.2). Any other problem becomes a note, because the access token is valid without it.
 */
export async function checkIdToken(
  { fields }: OAuthSetting,
  token: string,
  nonce: string | undefined,
  context: ProviderContext,
): Promise<{ readonly idToken: string | undefined; readonly notes: readonly string[] }> {
  const claims = decodeClaims(token);
  if (nonce !== undefined && claims?.["nonce"] !== nonce) {
    const note = "The ID token was dropped, because its nonce is not the one of this sign-in.";
    return { idToken: undefined, notes: [note] };
  }
  const problem =
    claims === undefined ? "it cannot be decoded" : await verificationProblem(fields, token, claims, context);
  return {
    idToken: token,
    notes: problem === undefined ? [] : [`The ID token is not verified: ${problem}.`],
  };
}
