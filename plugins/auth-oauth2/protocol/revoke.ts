// Revokes a token at the provider (RFC 7009).

import { PictorError } from "@pictor/kernel/plugin";
import { revocationRequest } from "oauth4webapi";
import { readReply, type ErrorResponse, type InvalidReply } from "../replies/read-reply.js";
import type { ProviderContext, ProviderReply } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";
import { callEndpoint } from "./call-endpoint.js";
import { withOtherAuthentication } from "./other-authentication.js";

/** Any status from 200 to 299 is a success (RFC 7009 section 2.2), unless the body has an error code. */
function readRevocationReply(reply: ProviderReply, wrapper: string): object | ErrorResponse | InvalidReply {
  const response = readReply(reply, wrapper);
  const isSuccess = reply.status >= 200 && reply.status < 300;
  return response.kind !== "error" && isSuccess ? {} : response;
}

/** Settles when the token is no longer valid, or never was valid. Rejects as `callEndpoint` does. */
export async function revokeToken(
  setting: OAuthSetting,
  token: string,
  typeHint: "access_token" | "refresh_token",
  context: ProviderContext,
): Promise<void> {
  const call = (tried: OAuthSetting): Promise<object> =>
    callEndpoint(
      tried,
      "revocationUrl",
      ({ server, client, authentication, options }) =>
        revocationRequest(server, client, authentication, token, {
          ...options,
          additionalParameters: { token_type_hint: typeHint },
        }),
      (reply) => readRevocationReply(reply, tried.fields.wrappedResponse),
      context,
    );
  await withOtherAuthentication(setting, call, (response) => response);
}

interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** Providers that revoke the access token together with its refresh token may report it as unknown. */
const isUnknownToken = (error: unknown): boolean =>
  error instanceof PictorError && error.details["error"] === "invalid_token";

/**
 * Revokes the refresh token if there is one, then the access token, which outlives its refresh token at some providers (RFC
 * 7009 section 2.1 only recommends to end it). Rejects as `callEndpoint` does; once the refresh token is revoked, settles
 * with the error about the access token.
 */
export async function revokeTokens(
  setting: OAuthSetting,
  { accessToken, refreshToken }: IssuedTokens,
  context: ProviderContext,
): Promise<unknown> {
  if (refreshToken !== undefined) await revokeToken(setting, refreshToken, "refresh_token", context);
  const done = revokeToken(setting, accessToken, "access_token", context);
  if (refreshToken === undefined) return done;
  return done.catch((error: unknown) => (isUnknownToken(error) ? undefined : error));
}
