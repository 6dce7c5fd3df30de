// Advice for the user about an error code of the provider (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8628 section 3.5,
// RFC 8707 section 2, OpenID Connect Core section 3.1.2.6).

import { standardCode, type ProviderErrorKind } from "../replies/provider-error.js";
import type { Fields } from "../setting.js";
import { clientAuthenticationMethod, isFormEncoded } from "./client-authentication.js";

const allowGrant = "Allow this grant type for the client at the provider, or choose another grant type.";
const proofAdvice =
  "The provider requires DPoP (RFC 9449): set dpop, and dpopAlgorithm to one that it accepts. If both are set, check the clock of this machine.";

const adviceByCode: ReadonlyMap<string, string> = new Map([
  ["invalid_request", "Check the extra parameters and the client authentication of this profile."],
  ["unauthorized_client", allowGrant],
  ["unsupported_grant_type", "Choose a grant type that the provider offers."],
  ["unsupported_response_type", allowGrant],
  [
    "invalid_scope",
    "Check the scopes: the provider does not know them or does not grant them to this client.",
  ],
  ["invalid_target", "Check audience and resource."],
  [
    "unsupported_token_type",
    "The provider cannot revoke tokens of this kind; they stay valid until they expire.",
  ],
  ["use_dpop_nonce", proofAdvice],
  ["invalid_dpop_proof", proofAdvice],
]);

const signInAgain =
  "Start the sign-in again: a code works once, for a short time, and for one client and one redirect URI only.";

/** Advice if the provider does not accept what the grant presents, such as the error code `invalid_grant`. */
const adviceByGrant: Readonly<Record<Fields["grantType"], string>> = {
  authorization_code: signInAgain,
  device_code: signInAgain,
  password: "Check the user name and password.",
  client_credentials:
    "Check the client ID, its secret and the scopes: this grant presents nothing else that could be refused.",
  jwt_bearer:
    "Check issuer, subject and audience of the assertion, the registered key, and the clock of this machine.",
  token_exchange: "Check the subject token, the actor token and their types: they may have expired.",
};

const wantsUser = /^(login|consent|interaction)_required$/;

/** Advice if the provider wants the user to sign in or to consent (OpenID Connect Core section 3.1.2.6). */
function adviceForUser({ grantType, authorizationParameters }: Fields): string {
  const forbids = authorizationParameters.some(({ name, value }) => name === "prompt" && value === "none");
  if (grantType === "authorization_code" && forbids)
    return "Remove prompt=none from the extra authorization parameters.";
  if (grantType === "password")
    return "This account needs a sign-in in the browser: choose the grant type authorization_code or device_code.";
  return grantType === "authorization_code" || grantType === "device_code"
    ? "Sign in again, and consent to what the provider asks for."
    : "The user, or an administrator, must consent to this client at the provider first.";
}

function adviceForInvalidClient(fields: Fields): string {
  switch (clientAuthenticationMethod(fields)) {
    case "none":
      return "Check the client ID. A confidential client also needs its client secret.";
    case "basic":
      return isFormEncoded(fields)
        ? "Check the client ID and secret. They contain special characters, which some servers do not decode: for those servers, set clientAuthentication to basic-raw."
        : "Check the client ID and secret. Some servers accept them in the request body only: for those servers, set clientAuthentication to post.";
    case "private_key_jwt":
    case "client_secret_jwt":
      return "Check the client ID, the key, and the issuer (or token URL), which is the audience of the assertion.";
    case "tls_client_auth":
    case "self_signed_tls_client_auth":
      return "Check the client ID, the certificate that is registered at the provider, and network.clientCertificates of the configuration, which must have an entry for the origin of this endpoint.";
    default:
      return "Check the client ID, the client secret and clientAuthentication.";
  }
}

/** Words of a provider that finds no grant type in the request, although each token request names one. */
const missesGrantType =
  /\b(?:missing|requires?|required|no|without)\b.{0,40}\bgrant_?type\b|\bgrant_?type\b.{0,40}\b(?:missing|required|empty|blank|null|undefined|not (?:be )?(?:blank|null|empty|present|provided|found))\b/i;
/** The word JSON, but not in the long form of JWT, JWK and JWS. */
const namesJson = /\bjson\b(?! web\b)/i;
const namesForm = /\burlencoded\b|\bform\b/i;

/** Advice if the provider cannot read the format of the request; undefined if it says nothing about it. `words` are its own. */
export function adviceForFormat(
  status: number,
  words: string,
  { tokenRequestFormat: sent }: Fields,
): string | undefined {
  const namesOther = sent === "form" ? namesJson : namesForm;
  if (status !== 415 && !namesOther.test(words) && !missesGrantType.test(words)) return undefined;
  return sent === "form"
    ? "The provider may accept JSON only: set tokenRequestFormat to json."
    : "The provider may accept a form only (RFC 6749): set tokenRequestFormat to form.";
}

/**
 * `error` is the provider's code, undefined if it sent none; `means` is what it means. `status` is undefined for an
 * authorization response.
 */
export function adviceFor(
  error: string | undefined,
  status: number | undefined,
  fields: Fields,
  means: ProviderErrorKind,
): string {
  const code = standardCode(error ?? "");
  if (wantsUser.test(code)) return adviceForUser(fields);
  if (means === "client") return adviceForInvalidClient(fields);
  if (means === "refused" || means === "expired") return adviceByGrant[fields.grantType];
  const known = adviceByCode.get(code);
  if (known !== undefined) return known;
  if (means === "denied") return "Ask the provider's administrator for access.";
  if (means === "temporary" || means === "slow_down" || status === 429) return "Try again later.";
  // Some servers refuse a client without an error code.
  if (error === undefined && [400, 401, 403].includes(status ?? 0)) {
    const advice = adviceForInvalidClient(fields);
    return fields.grantType === "password" ? `Check the user name and password. ${advice}` : advice;
  }
  return "Look up this error in the documentation of the provider.";
}
