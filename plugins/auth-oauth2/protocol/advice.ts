// What to do about an error code of the provider (RFC 6749 section 5.2, RFC 8628 section 3.5, RFC 8707 section 2).

import type { Fields } from "../setting.js";
import { clientMethod, formEncoded } from "./client-authentication.js";

const byCode: Readonly<Record<string, string>> = {
  invalid_request: "Check the extra parameters and the client authentication of this profile.",
  invalid_grant:
    "Start the sign-in again, or check the user name and password; codes and refresh tokens end, and work for one client only.",
  unauthorized_client: "Allow this grant type for the client at the provider, or choose another one.",
  unsupported_grant_type: "Choose a grant type that the provider offers.",
  invalid_scope: "Check the scopes: the provider does not know them, or does not give them to this client.",
  invalid_target: "Check audience and resource.",
  access_denied: "Ask whoever runs the provider for access.",
  unsupported_token_type: "The provider does not revoke tokens of this kind; they end by themselves.",
  use_dpop_nonce:
    "The provider wants DPoP (RFC 9449), which is not supported; allow bearer tokens for the client.",
  invalid_dpop_proof:
    "The provider wants DPoP (RFC 9449), which is not supported; allow bearer tokens for the client.",
  temporarily_unavailable: "Try again later.",
  server_error: "Try again later.",
  slow_down: "Try again later.",
};

function aboutTheClient(fields: Fields): string {
  const isEncoded = [fields.clientId, fields.clientSecret].some((text) => formEncoded(text) !== text);
  switch (clientMethod(fields)) {
    case "none":
      return "Check the client ID; a confidential client also needs its secret.";
    case "basic":
      return isEncoded
        ? "Check the client ID and secret. They hold special characters, which some servers do not decode: for those, set clientAuthentication to basic-raw."
        : "Check the client ID and secret; some servers take them in the body only: for those, set clientAuthentication to post.";
    case "private_key_jwt":
    case "client_secret_jwt":
      return "Check the client ID, the key, and the issuer (or token URL), which is the audience of the assertion.";
    default:
      return "Check the client ID and secret, and clientAuthentication.";
  }
}

/** How `OAUTH_DENIED` goes on: the provider's words in parentheses; where there are none, a usual cause. */
export const afterDenied = (described: string, scopes: string): string =>
  described === "" && scopes.trim() === ""
    ? ". Some providers deny a sign-in that asks for no scope: set scopes"
    : described;

/** `error` is undefined where the provider gave none. */
export function adviceFor(error: string | undefined, status: number, fields: Fields): string {
  if (error === "invalid_client" || (error === undefined && status === 401)) return aboutTheClient(fields);
  const known = error !== undefined && Object.hasOwn(byCode, error) ? byCode[error] : undefined;
  if (known !== undefined) return known;
  return status === 429 || status >= 500
    ? "Try again later."
    : "Look for this error in the documentation of the provider.";
}
