// Advice for the user about an error code of the provider (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8628 section 3.5,
// RFC 8707 section 2, OpenID Connect Core section 3.1.2.6).

import type { Fields } from "../setting.js";
import { clientAuthenticationMethod, isFormEncoded } from "./client-authentication.js";

const tryLater = "Try again later.";
const allowGrant = "Allow this grant type for the client at the provider, or choose another grant type.";
const noPrompt = "Remove prompt=none from the extra authorization parameters.";
const proofAdvice =
  "The provider requires DPoP (RFC 9449): set dpop, and dpopAlgorithm to one that it accepts. If both are set, check the clock of this machine.";

const adviceByCode: ReadonlyMap<string, string> = new Map([
  ["invalid_request", "Check the extra parameters and the client authentication of this profile."],
  [
    "invalid_grant",
    "Start the sign-in again, or check the user name and password. Codes and refresh tokens expire, and each works for one client only.",
  ],
  ["unauthorized_client", allowGrant],
  ["unsupported_grant_type", "Choose a grant type that the provider offers."],
  ["unsupported_response_type", allowGrant],
  [
    "invalid_scope",
    "Check the scopes: the provider does not know them or does not grant them to this client.",
  ],
  ["invalid_target", "Check audience and resource."],
  ["access_denied", "Ask the provider's administrator for access."],
  [
    "unsupported_token_type",
    "The provider cannot revoke tokens of this kind; they stay valid until they expire.",
  ],
  ["login_required", noPrompt],
  ["consent_required", noPrompt],
  ["interaction_required", noPrompt],
  ["use_dpop_nonce", proofAdvice],
  ["invalid_dpop_proof", proofAdvice],
  ["temporarily_unavailable", tryLater],
  ["server_error", tryLater],
  ["slow_down", tryLater],
]);

/** Advice about `invalid_grant` for grants that nobody signs in with. */
const adviceByGrant: Readonly<Partial<Record<Fields["grantType"], string>>> = {
  jwt_bearer:
    "Check issuer, subject and audience of the assertion, the registered key, and the clock of this machine.",
  token_exchange: "Check the subject token, the actor token and their types: they may have expired.",
};

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

/** `error` is the provider's code, undefined if it sent none. `status` is undefined for an authorization response. */
export function adviceFor(error: string | undefined, status: number | undefined, fields: Fields): string {
  // Some servers send no error code when they refuse a client.
  const isSilent = error === undefined && [400, 401, 403].includes(status ?? 0);
  const advice = adviceForInvalidClient(fields);
  const ofGrant = error === "invalid_grant" ? adviceByGrant[fields.grantType] : undefined;
  if (ofGrant !== undefined) return ofGrant;
  if (isSilent && fields.grantType === "password") return `Check the user name and password. ${advice}`;
  if (isSilent || error === "invalid_client") return advice;
  const known = adviceByCode.get(error ?? "");
  if (known !== undefined) return known;
  return status === 429 ? tryLater : "Look up this error in the documentation of the provider.";
}
