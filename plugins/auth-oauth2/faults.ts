// The errors of this plugin. To whoever does not know OAuth each is a case of an error of the kernel (`base`).

import { defineErrors, type ErrorEntry } from "@pictor/kernel/plugin";

export const catalogue = {
  OAUTH_ENDPOINT_REFUSED: {
    base: "AUTH_SETTING_INVALID",
    message: "{field} {problem}.",
    fix: "Use an https address (http only on this machine), or set allowInsecure for a server that you trust.",
  },
  OAUTH_RESPONSE_INVALID: {
    base: "AUTH_REFUSED",
    message: "{url} answered (status {status}) with something that cannot be used: {problem}.",
    fix: "Check that it is the right endpoint.",
  },
  OAUTH_REFUSED: {
    base: "AUTH_REFUSED",
    message: "{url} refused: {error}{description}.",
    fix: "{advice}",
  },
  OAUTH_DENIED: {
    base: "AUTH_REFUSED",
    message: "The sign-in was denied{description}.",
    fix: "Start it again when it should be allowed.",
  },
  OAUTH_EXPIRED: {
    base: "AUTH_REFUSED",
    message: "The device code has expired after {minutes} minutes.",
    fix: "Start again and confirm the new code in time.",
  },
  OAUTH_TIMEOUT: {
    base: "AUTH_REFUSED",
    message: "Nobody finished the sign-in within {minutes} minutes.",
    fix: "If the provider showed an error, register exactly this redirect URI there: {redirectUri}",
  },
  OAUTH_CALLBACK_BUSY: {
    base: "AUTH_REFUSED",
    message: "The callback address {redirectUri} cannot be listened on: {reason}.",
    fix: "End what uses the port, or choose another callbackUrl that is registered at the provider.",
  },
  OAUTH_CALLBACK_INVALID: {
    base: "AUTH_REFUSED",
    message: "What came back to the callback address cannot be used: {problem}.",
    fix: "Start the sign-in again.",
  },
  OAUTH_ISSUER_MISMATCH: {
    base: "AUTH_REFUSED",
    message: 'The answer comes from the issuer "{found}", expected "{expected}".',
    fix: "Check the discovery URL; nothing was changed.",
  },
  OAUTH_DISCOVERY_FAILED: {
    base: "AUTH_REFUSED",
    message: "No provider was found at {url}: {reason}.",
    fix: "Check the address, or fill in the endpoints by hand; nothing was changed.",
  },
  OAUTH_TOKEN_UNUSABLE: {
    base: "AUTH_REFUSED",
    message: "The token that was received cannot be used: {problem}.",
    fix: "Check what the provider issues for this client.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Builds an error of the catalogue above. A provider that cannot be reached is the kernel's `AUTH_UNREACHABLE`. */
export const oauthFault = defineErrors(catalogue);
