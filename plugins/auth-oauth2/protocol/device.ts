// The two requests of the device flow (RFC 8628): for a code, and one poll. Waiting is the caller's business.

import { PictorError } from "@pictor/kernel/plugin";
import {
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
} from "oauth4webapi";
import type { OAuthSetting } from "../setting.js";
import { afterDenied } from "./advice.js";
import { callEndpoint } from "./call.js";
import { kindOfFailure } from "./faults.js";
import { normaliseDevice } from "./normalise-device.js";
import { parametersOf, scopeText } from "./parameters.js";
import { requestTokens } from "./token-request.js";
import type { DeviceAnswer, DevicePoll, Wire } from "./types.js";

/** RFC 8628 section 3.1. Extra parameters are those of an authorization request. Rejects as `callEndpoint` does. */
export async function requestDeviceCode(setting: OAuthSetting, wire: Wire): Promise<DeviceAnswer> {
  const { fields } = setting;
  const parameters = parametersOf(fields, { scope: scopeText(fields.scopes) }, "authorizationParameters");
  const { result, requestedAtMs, notes, hide } = await callEndpoint(
    setting,
    "deviceAuthorizationUrl",
    wire,
    (reply) => normaliseDevice(reply, fields.wrappedResponse),
    async ({ server, client, authentication, options }) => {
      const response = await deviceAuthorizationRequest(server, client, authentication, parameters, options);
      return processDeviceAuthorizationResponse(server, client, response);
    },
  );
  return {
    deviceCode: result.device_code,
    userCode: result.user_code,
    verificationUri: result.verification_uri,
    verificationUriComplete: result.verification_uri_complete,
    expiresAtMs: requestedAtMs + Math.floor(result.expires_in * 1_000),
    intervalS: result.interval ?? 5,
    notes: notes.map(hide),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** What an error of the poll means for the flow; undefined for one that ends it. */
function pollOf(error: unknown): DevicePoll | undefined {
  if (!(error instanceof PictorError)) return undefined;
  const { details } = error;
  const retryAfterS = numberOf(details["retryAfterS"]);
  switch (error.code === "OAUTH_REFUSED" ? details["error"] : undefined) {
    case "authorization_pending":
      return { kind: "pending" };
    case "slow_down":
      return { kind: "slow-down", retryAfterS };
    case "access_denied":
      return { kind: "denied", description: textOf(details["description"]) };
    case "expired_token":
      return { kind: "expired" };
    default:
      return kindOfFailure(error) === "temporary" ? { kind: "no-answer", retryAfterS } : undefined;
  }
}

/**
 * Polls once (RFC 8628 section 3.4). Rejects with any error that is not one of the flow's own: polling must stop then;
 * and with the signal's reason.
 */
export async function pollDevice(setting: OAuthSetting, deviceCode: string, wire: Wire): Promise<DevicePoll> {
  const { fields } = setting;
  const additionalParameters = parametersOf(fields, {});
  try {
    const answer = await requestTokens(
      setting,
      wire,
      { scope: scopeText(fields.scopes) },
      ({ server, client, authentication, options }) =>
        deviceCodeGrantRequest(server, client, authentication, deviceCode, {
          ...options,
          additionalParameters,
        }),
    );
    return { kind: "token", answer };
  } catch (error) {
    const poll = pollOf(error);
    if (poll === undefined) throw error;
    return poll.kind === "denied"
      ? { ...poll, description: afterDenied(poll.description, fields.scopes) }
      : poll;
  }
}
