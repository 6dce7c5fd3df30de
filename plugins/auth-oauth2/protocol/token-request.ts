// A request to the token endpoint, for every grant type (RFC 6749 sections 3.2 and 5.1).

import { genericTokenEndpointRequest } from "oauth4webapi";
import { isRecord } from "@pictor/kernel/plugin";
import { isDpopType } from "../dpop/dpop-key.js";
import { oauthFault } from "../faults.js";
import { decodeClaims } from "../jwt-claims.js";
import { isPrintable } from "../replies/member-values.js";
import { readSuccess } from "../replies/read-reply.js";
import type { ProviderContext, TokenProofs } from "../replies/send-to-provider.js";
import { readTokenReply, type TokenReply } from "../replies/token-reply.js";
import type { Fields, OAuthSetting } from "../setting.js";
import { callEndpoint } from "./call-endpoint.js";
import { checkIdToken } from "./id-token.js";
import { requestParameters } from "./request-parameters.js";

/** An access token response that passed all checks (RFC 6749 section 5.1). */
export interface TokenResponse extends Omit<TokenReply, "kind" | "expiresInS" | "refreshUrl"> {
  /** Time before the request was sent, in milliseconds since 1970. */
  readonly requestedAtMs: number;
  /** Time of expiry in milliseconds since 1970, counted from `requestedAtMs`; null if the provider sent no lifetime. */
  readonly expiresAtMs: number | null;
  /** The ID token. It is verified unless a note says otherwise. */
  readonly idToken: string | undefined;
  /** The stored form of the key that the token is bound to (RFC 9449); absent for a token without one. */
  readonly dpopKey?: string;
}

/** Throws `OAUTH_TOKEN_UNUSABLE` for a token that names another key than the one of its request (RFC 9449 section 6.1). */
function checkBinding(accessToken: string, { key }: TokenProofs): void {
  const confirmation = decodeClaims(accessToken)?.["cnf"];
  const thumbprint = isRecord(confirmation) ? confirmation["jkt"] : undefined;
  if (thumbprint !== undefined && thumbprint !== key.thumbprint)
    throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem: "it is bound to another DPoP key" });
}

/** A reply chooses no address that gets a refresh token, so another address is only named. */
const refreshUrlNotes = ({ refreshUrl, tokenUrl }: Fields, named: string | undefined): readonly string[] =>
  named === undefined || named === (refreshUrl.trim() || tokenUrl.trim())
    ? []
    : [
        `The provider names an address for refreshing: ${named}. Set refreshUrl to it if its documentation does.`,
      ];

/**
 * Requests tokens. `parameters` are those of the grant type; empty ones are omitted. `nonce` is the nonce in the
 * authorization request. Rejects as `callEndpoint` does, and with `OAUTH_TOKEN_UNUSABLE` for an access token that is not
 * printable ASCII (RFC 6749 appendix A.12), which could inject a header.
 */
export async function requestTokens(
  setting: OAuthSetting,
  grantType: string,
  parameters: Readonly<Record<string, string>>,
  context: ProviderContext,
  nonce?: string,
): Promise<TokenResponse> {
  const { fields } = setting;
  const body = requestParameters(fields, parameters);
  const { value, requestedAtMs, notes, redact } = await callEndpoint(
    setting,
    grantType === "refresh_token" && fields.refreshUrl.trim() !== "" ? "refreshUrl" : "tokenUrl",
    ({ server, client, authentication, options }) =>
      genericTokenEndpointRequest(server, client, authentication, grantType, body, options),
    (reply) =>
      readSuccess(reply, fields.wrappedResponse, (response) =>
        readTokenReply(response, context.clock.now(), fields.use),
      ),
    context,
  );
  const { kind: _kind, expiresInS, refreshUrl, ...response } = value;
  if (!isPrintable(response.accessToken))
    throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem: "it contains more than printable ASCII" });
  const { proofs } = context;
  if (proofs !== undefined) checkBinding(response.accessToken, proofs);
  const checked =
    value.idToken === undefined ? undefined : await checkIdToken(setting, value.idToken, nonce, context);
  if (response.isIdToken === true && checked?.idToken === undefined)
    throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem: "its nonce is not the one of this sign-in" });
  return {
    ...response,
    requestedAtMs,
    expiresAtMs: expiresInS === undefined ? null : requestedAtMs + Math.floor(expiresInS * 1_000),
    idToken: checked?.idToken,
    ...(proofs !== undefined && isDpopType(response.tokenType) ? { dpopKey: proofs.key.stored } : {}),
    notes: [...notes, ...value.notes, ...refreshUrlNotes(fields, refreshUrl), ...(checked?.notes ?? [])].map(
      redact,
    ),
  };
}
