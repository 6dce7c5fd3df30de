// A request to the token endpoint, for every grant type (RFC 6749 sections 3.2 and 5.1).

import { genericTokenEndpointRequest } from "oauth4webapi";
import { oauthFault } from "../faults.js";
import { isPrintable } from "../replies/member-values.js";
import { readReply } from "../replies/read-reply.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import { readTokenReply } from "../replies/token-reply.js";
import type { OAuthSetting } from "../setting.js";
import { callEndpoint } from "./call-endpoint.js";
import { checkIdToken } from "./id-token.js";
import { requestParameters } from "./request-parameters.js";

/** An access token response that passed all checks (RFC 6749 section 5.1). */
export interface TokenResponse {
  /** Printable ASCII. */
  readonly accessToken: string;
  /** As the provider wrote it (printable ASCII, at most 60 characters), or `Bearer` if it wrote none. */
  readonly tokenType: string;
  /** Milliseconds since 1970, counted from before the request was sent; null if the provider did not say. */
  readonly expiresAtMs: number | null;
  /** Milliseconds since 1970, before the request was sent. */
  readonly requestedAtMs: number;
  /** As granted, in printable ASCII; undefined if the provider did not say. */
  readonly scope: string | undefined;
  /** After a refresh: the new one, or the previous one if the provider sent none. */
  readonly refreshToken: string | undefined;
  /** Verified only if no note says otherwise. */
  readonly idToken: string | undefined;
  /** Tolerated deviations and warnings, as sentences without any secret. */
  readonly notes: readonly string[];
}

/**
 * Requests tokens. `parameters` are those of the grant type; empty ones are omitted. `nonce` is the one of the
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
    "tokenUrl",
    ({ server, client, authentication, options }) =>
      genericTokenEndpointRequest(server, client, authentication, grantType, body, options),
    (reply) => {
      const response = readReply(reply, fields.wrappedResponse);
      return response.kind === "success" ? readTokenReply(response) : response;
    },
    context,
  );
  const { accessToken, tokenType, expiresInS, scope, refreshToken } = value;
  if (!isPrintable(accessToken))
    throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem: "it contains more than printable ASCII" });
  const checked =
    value.idToken === undefined ? undefined : await checkIdToken(setting, value.idToken, nonce, context);
  return {
    accessToken,
    tokenType,
    requestedAtMs,
    expiresAtMs: expiresInS === undefined ? null : requestedAtMs + Math.floor(expiresInS * 1_000),
    scope,
    refreshToken,
    idToken: checked?.idToken,
    notes: [...notes, ...value.notes, ...(checked?.notes ?? [])].map(redact),
  };
}
