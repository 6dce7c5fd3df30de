// The two requests of the device authorization grant (RFC 8628): one for a device code, and one poll.

import { PictorError } from "@pictor/kernel/plugin";
import { deviceAuthorizationRequest } from "oauth4webapi";
import { readDeviceReply, type DeviceReply } from "../replies/device-reply.js";
import { readSuccess } from "../replies/read-reply.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";
import { callEndpoint } from "./call-endpoint.js";
import { addNote, withOtherAuthentication } from "./other-authentication.js";
import { deniedFault, kindOfFailure, meaningOf } from "./provider-errors.js";
import { requestParameters, scopeParameter, tokenRequestExtras } from "./request-parameters.js";
import { requestTokens, type TokenResponse } from "./token-request.js";

/** A device authorization response that passed all checks (RFC 8628 section 3.2). */
export interface DeviceAuthorization extends Omit<DeviceReply, "kind" | "expiresInS"> {
  /** Time of expiry in milliseconds since 1970, at most a day after the request. */
  readonly expiresAtMs: number;
}

/** The result of one poll that does not reject (RFC 8628 section 3.5). */
export type DevicePollResult =
  | { readonly kind: "token"; readonly response: TokenResponse }
  | { readonly kind: "pending" }
  /** `retryAfterS` is the Retry-After header in seconds. */
  | { readonly kind: "slow-down"; readonly retryAfterS: number | undefined }
  | { readonly kind: "expired" }
  /** Timeout, network error, or a status such as 429 or 503: a later poll may succeed. */
  | { readonly kind: "no-response"; readonly retryAfterS: number | undefined };

/**
 * Requests a device code (RFC 8628 section 3.1). The request takes the extra parameters of an authorization request. Rejects as
 * `callEndpoint` does.
 */
export const requestDeviceAuthorization = (
  setting: OAuthSetting,
  context: ProviderContext,
): Promise<DeviceAuthorization> =>
  withOtherAuthentication(setting, (tried) => requestDeviceCode(tried, context), addNote);

async function requestDeviceCode(
  setting: OAuthSetting,
  context: ProviderContext,
): Promise<DeviceAuthorization> {
  const { fields } = setting;
  const parameters = requestParameters(
    fields,
    { scope: scopeParameter(fields.scopes) },
    { ...tokenRequestExtras, field: "authorizationParameters" },
  );
  const { value, requestedAtMs, notes, redact } = await callEndpoint(
    setting,
    "deviceAuthorizationUrl",
    ({ server, client, authentication, options }) =>
      deviceAuthorizationRequest(server, client, authentication, parameters, options),
    (reply) => readSuccess(reply, fields.wrappedResponse, readDeviceReply),
    context,
  );
  const { kind: _kind, expiresInS, ...authorization } = value;
  return {
    ...authorization,
    expiresAtMs: requestedAtMs + Math.floor(expiresInS * 1_000),
    notes: [...notes, ...value.notes].map(redact),
  };
}

/** The poll result for an error response; undefined if the error ends the polling. */
function pollResultOf(error: unknown): DevicePollResult | undefined {
  if (!(error instanceof PictorError)) return undefined;
  const { retryAfterS: seconds } = error.details;
  const retryAfterS = typeof seconds === "number" ? seconds : undefined;
  const meaning = meaningOf(error);
  switch (meaning) {
    case "pending":
    case "expired":
      return { kind: meaning };
    case "slow_down":
      return { kind: "slow-down", retryAfterS };
    case "denied":
      return undefined;
    default:
      return kindOfFailure(error) === "temporary" ? { kind: "no-response", retryAfterS } : undefined;
  }
}

/**
 * Polls once (RFC 8628 section 3.4). Rejects with `OAUTH_DENIED` if the user denies the request, with any other error after
 * which polling must stop (as `requestTokens` does), or with the reason of `context.signal`.
 */
export async function pollForDeviceToken(
  setting: OAuthSetting,
  deviceCode: string,
  context: ProviderContext,
): Promise<DevicePollResult> {
  const grantType = "urn:ietf:params:oauth:grant-type:device_code";
  try {
    const response = await requestTokens(setting, grantType, { device_code: deviceCode }, context);
    return { kind: "token", response };
  } catch (error) {
    const result = pollResultOf(error);
    if (result !== undefined) return result;
    if (!(error instanceof PictorError) || meaningOf(error) !== "denied") throw error;
    throw deniedFault(String(error.details["description"]), setting.fields);
  }
}
