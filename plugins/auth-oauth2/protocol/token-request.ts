// A request to the token endpoint, whatever the grant, and what its answer becomes (RFC 6749 section 5.1).

import { processGenericTokenEndpointResponse } from "oauth4webapi";
import { oauthFault } from "../faults.js";
import type { OAuthSetting } from "../setting.js";
import { callEndpoint } from "./call.js";
import type { Call } from "./call.js";
import { checkedIdToken } from "./id-token.js";
import { normaliseToken } from "./normalise.js";
import { plainText } from "./plain-text.js";
import { printable } from "./settled.js";
import type { TokenAnswer, Wire } from "./types.js";

export interface Expected {
  /** The scopes that were asked for; empty when none were. */
  readonly scope: string;
  readonly nonce?: string | undefined;
}

const setOf = (scope: string): ReadonlySet<string> => new Set(scope.split(/[\s,]+/).filter(Boolean));

function scopeNote(asked: string, granted: string | undefined): string | undefined {
  if (asked === "" || granted === undefined) return undefined;
  const [wanted, given] = [setOf(asked), setOf(granted)];
  const isSame = wanted.size === given.size && [...wanted].every((scope) => given.has(scope));
  return isSame ? undefined : `Other scopes were granted than asked for: ${plainText(granted, 500)}.`;
}

/** Only bearer tokens can be attached (RFC 6749 section 7.1); the name is compared without case. */
function typeNote(tokenType: string): string | undefined {
  if (tokenType.toLowerCase() === "bearer") return undefined;
  return `The token is of the type ${tokenType}, not Bearer: it is kept and cannot be attached.`;
}

/**
 * Sends what `ask` makes of the call. Rejects as `callEndpoint` does, and with `OAUTH_TOKEN_UNUSABLE` for an access
 * token that is not printable ASCII (RFC 6749 appendix A.12): in a header it would be an injection.
 */
export async function requestTokens(
  setting: OAuthSetting,
  wire: Wire,
  { scope: asked, nonce }: Expected,
  ask: (call: Call) => Promise<Response>,
): Promise<TokenAnswer> {
  const { fields } = setting;
  const { result, answer, requestedAtMs, notes, hide } = await callEndpoint(
    setting,
    "tokenUrl",
    wire,
    (reply) => normaliseToken(reply, fields.wrappedResponse),
    async (call) => processGenericTokenEndpointResponse(call.server, call.client, await ask(call)),
  );
  const { access_token: accessToken, expires_in: expiresInS, scope, refresh_token: refreshToken } = result;
  if (!printable.test(accessToken)) {
    throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem: "it holds more than printable ASCII" });
  }
  const { idToken, notes: idNotes } =
    answer.idToken === undefined
      ? { idToken: undefined, notes: [] }
      : await checkedIdToken(setting, answer.idToken, nonce, wire);
  const isMissed = fields.use === "id_token" && answer.idToken === undefined;
  const more = [
    typeNote(answer.tokenType),
    scopeNote(asked, scope),
    isMissed ? "The provider sent no ID token; it sends one for the scope openid." : undefined,
  ].filter((note) => note !== undefined);
  return {
    accessToken,
    tokenType: answer.tokenType,
    requestedAtMs,
    expiresAtMs: expiresInS === undefined ? null : requestedAtMs + Math.floor(expiresInS * 1_000),
    scope,
    refreshToken,
    idToken,
    notes: [...notes, ...more, ...idNotes].map(hide),
  };
}
