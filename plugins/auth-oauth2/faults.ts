// The error codes of this plugin. Callers without knowledge of OAuth act on the kernel's code in `base`.

import { defineErrors, fault, type ErrorEntry, type PictorError } from "@pictor/kernel/plugin";
import type { Oauth2Settings } from "./settings.gen.js";

export const catalog = {
  OAUTH_ENDPOINT_REFUSED: {
    base: "AUTH_SETTING_INVALID",
    message: "The setting {field} cannot be used as an endpoint: it {problem}.",
    fix: "Enter an absolute https URL (http is accepted for this machine only), or accept that secrets travel unencrypted (`allowInsecure`).",
    pageFix:
      "Enter an absolute https URL (http is accepted for this machine only), or accept in the profile that secrets travel unencrypted.",
  },
  OAUTH_RESPONSE_INVALID: {
    base: "AUTH_REFUSED",
    message: "{url} returned a response (status {status}) that cannot be used: {problem}.",
    fix: "Check that this URL is the right endpoint of the provider.",
  },
  OAUTH_REFUSED: {
    base: "AUTH_REFUSED",
    message: "{url} rejected the request: {error}{description}.",
    fix: "{advice}",
  },
  OAUTH_DENIED: {
    base: "AUTH_REFUSED",
    message: "The sign-in was denied{description}.",
    fix: "Start the sign-in again and approve it, or ask the provider's administrator for access.",
  },
  OAUTH_EXPIRED: {
    base: "AUTH_REFUSED",
    message: "The device code was not confirmed and expired after {lifetime}.",
    fix: "Start the sign-in again and confirm the new code before it expires.",
  },
  OAUTH_TIMEOUT: {
    base: "AUTH_REFUSED",
    message: "The sign-in was not completed within {minutes} minutes.",
    fix: "Start the sign-in again. If the provider showed an error page, register exactly this redirect URI at the provider: {redirectUri}",
  },
  OAUTH_CALLBACK_BUSY: {
    base: "AUTH_REFUSED",
    message: "Cannot listen on the redirect URI {redirectUri}: {reason}.",
    fix: "Close the program that uses this port, or choose another redirect URI that is registered at the provider (`callbackUrl`).",
    pageFix:
      "Close the program that uses this port, or choose another redirect URI that is registered at the provider.",
  },
  OAUTH_CALLBACK_INVALID: {
    base: "AUTH_REFUSED",
    message: "The authorization response cannot be used: {problem}.",
    fix: "Start the sign-in again.",
  },
  OAUTH_ISSUER_MISMATCH: {
    base: "AUTH_REFUSED",
    message: 'The response comes from the issuer "{found}", but "{expected}" was expected.',
    fix: "Check the discovery URL and the issuer in the profile. {advice}Nothing was changed.",
  },
  OAUTH_DISCOVERY_FAILED: {
    base: "AUTH_REFUSED",
    message: "No provider metadata was found for {url}: {reason}.",
    fix: "Check the URL, or fill in the endpoints by hand. The profile was not changed.",
  },
  OAUTH_TOKEN_UNUSABLE: {
    base: "AUTH_REFUSED",
    message: "The token cannot be used: {problem}.",
    fix: "Check which kind of token the provider issues to this client.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Creates an error of this plugin. A provider that cannot be reached is the kernel's `AUTH_UNREACHABLE` instead. */
export const oauthFault = defineErrors(catalog);

/** Creates `AUTH_SETTING_INVALID` for one setting. `problem` must not contain the setting's value. */
export const invalidSetting = (field: keyof Oauth2Settings, problem: string): PictorError =>
  fault("AUTH_SETTING_INVALID", { where: `oauth2.${field}`, problem });
