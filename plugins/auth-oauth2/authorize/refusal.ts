// Why an answer to the authorization request ends the flow, as the kernel's errors.

import type { PictorError } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import { afterDenied } from "../protocol/advice.js";
import type { Answer } from "./callback.js";

/** Whom the answer must come from (RFC 9207). */
export interface ExpectedIssuer {
  /** As the setting has it; empty while it is not known. */
  readonly issuer: string;
  readonly authorizationUrl: string;
  /** The provider announces `authorization_response_iss_parameter_supported`. */
  readonly isAnnounced: boolean;
}

const nameless =
  "the provider announces that its answers name it (iss), and this one does not; what is pasted must be the whole address";

/**
 * The difference to what was expected (RFC 9207 section 2.4), or undefined. While the issuer is not known, one that is
 * named must at least have the origin of the authorization URL.
 */
export function issuerRefusal(
  found: string | undefined,
  { issuer, authorizationUrl, isAnnounced }: ExpectedIssuer,
): PictorError | undefined {
  if (found === undefined)
    return isAnnounced ? oauthFault("OAUTH_CALLBACK_INVALID", { problem: nameless }) : undefined;
  const { origin } = new URL(authorizationUrl);
  const isExpected =
    issuer === "" ? URL.canParse(found) && new URL(found).origin === origin : found === issuer;
  if (isExpected) return undefined;
  const shown = found.replace(/[^!-~]/g, "?").slice(0, 200);
  return oauthFault("OAUTH_ISSUER_MISMATCH", { found: shown, expected: issuer === "" ? origin : issuer });
}

const advices: Readonly<Record<string, string>> = {
  invalid_scope: "Check the scopes.",
  server_error: "Try again later.",
  temporarily_unavailable: "Try again later.",
  unauthorized_client: "Allow the authorization code grant for this client at the provider.",
  unsupported_response_type: "Allow the authorization code grant for this client at the provider.",
  invalid_target: "Check the resources.",
  login_required: "Take prompt=none out of the extra parameters.",
  consent_required: "Take prompt=none out of the extra parameters.",
  interaction_required: "Take prompt=none out of the extra parameters.",
};

/** Of the authorization request. */
interface Sent {
  readonly authorizationUrl: string;
  readonly redirectUri: string;
  readonly scopes: string;
}

/** An error of RFC 6749 section 4.1.2.1 or of an extension. The advice names the redirect URI that was sent. */
export function refusal(
  { error, description }: Answer & { readonly kind: "error" },
  { authorizationUrl, redirectUri, scopes }: Sent,
): PictorError {
  const told = description === "" ? "" : ` (${description})`;
  if (error === "access_denied")
    return oauthFault("OAUTH_DENIED", { description: afterDenied(told, scopes) });
  const { origin, pathname } = new URL(authorizationUrl);
  const advice = Object.hasOwn(advices, error) ? advices[error] : "Check the client and its setting.";
  return oauthFault(
    "OAUTH_REFUSED",
    {
      url: origin + pathname,
      error,
      description: told,
      advice: `${advice ?? ""} The redirect URI was ${redirectUri}`,
    },
    { more: { redirectUri } },
  );
}
