// What the page says of errors of requests and their credentials.

import type { Advice } from "../api/words.js";

export const ofRequests: Readonly<Record<string, Advice>> = {
  AUTH_PROFILE_UNKNOWN: {
    hint: "Choose another profile, or create one with this name in the view Request.",
    remedy: "profile",
  },
  AUTH_SETTING_INVALID: { remedy: "profile" },
  AUTH_NOT_CONFIGURED: { remedy: "profile" },
  AUTH_ACTION_NEEDED: { hint: "Sign in with the profile. {sent}", remedy: "signIn" },
  AUTH_ACTION_INPUT: { hint: "Type it in the tab Auth of the view Request.", remedy: "profile" },
  AUTH_REQUIRED: {
    hint: "Choose a profile for it.",
    remedy: "profile",
    state: {
      title: "Asks for credentials",
      text: () => "The server asks who you are, and no profile is chosen for it.",
    },
  },
  AUTH_REJECTED: {
    remedy: "profile",
    state: {
      title: "Refuses the credentials",
      text: (profile) =>
        `The server does not accept the credentials of the ${profile === undefined ? "chosen profile" : `profile ${profile}`}.`,
    },
  },
  AUTH_REFUSED: { remedy: "profile" },
  AUTH_UNREACHABLE: { remedy: "profile" },
  AUTH_ORIGIN_REFUSED: {
    hint: "Nothing was sent. Add the origin to those of the profile, or choose another profile.",
    remedy: "profile",
  },
  AUTH_WITHOUT_TLS: { hint: "Use https, or add the origin to those of the profile.", remedy: "profile" },
  PROFILE_NO_UNDO: { hint: "The profile stays as it is.", remedy: "profile" },
  REQUEST_ADDRESS_REFUSED: { hint: "Use another address." },
  REQUEST_CODING_INVALID: {
    hint: "Try again, or ask for no coding with the header Accept-Encoding: identity.",
  },
  REQUEST_CODING_UNKNOWN: { hint: "Ask for no coding with the header Accept-Encoding: identity." },
  REQUEST_TIMEOUT: { hint: "Try again." },
  REQUEST_TOO_LARGE: { hint: "Check the address, or ask for less." },
  NETWORK_PROXY_INVALID: { remedy: "configuration" },
  NETWORK_CERTIFICATE_INVALID: { hint: "Name a PEM file of the expected type.", remedy: "configuration" },
};
