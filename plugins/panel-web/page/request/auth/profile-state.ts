// The state of a profile in words: signed in until a time, expired, signed out, or the missing fields.

import type { Profile } from "@pictor/client";
import { shownFault } from "../../api/errors.js";
import type { Tone } from "../../parts/entries.js";
import { now, roughText } from "../../shell/clock.js";

interface StateText {
  readonly look: Tone;
  readonly title: string;
  readonly detail: string;
}

function expiry(profile: Profile): string {
  const { expiresAtMs, refreshable = false } = profile;
  const refreshes = refreshable ? "refreshes by itself" : "does not refresh by itself";
  return expiresAtMs === undefined ? "" : `expires in ${roughText(expiresAtMs - now.value)} · ${refreshes}`;
}

/** Whether a token has expired since the server last reported its state. */
export const isPastExpiry = ({ expiresAtMs }: Profile): boolean =>
  expiresAtMs !== undefined && expiresAtMs <= now.value;

export function stateText(profile: Profile): StateText {
  const { state, refreshable = false, missing = [], actions, needsSignIn } = profile;
  const isOver = state === "expired" || (state === "ready" && isPastExpiry(profile));
  if (isOver)
    return {
      look: refreshable ? "warning" : "error",
      title: "Expired",
      detail: refreshable ? "The next request refreshes it" : "Sign in again",
    };
  switch (state) {
    case "ready":
      return { look: "good", title: actions.length > 0 ? "Signed in" : "Ready", detail: expiry(profile) };
    case "signed-out":
      return {
        look: "warning",
        title: "Signed out",
        detail: needsSignIn ? "" : "The first request gets a token by itself",
      };
    case "pending":
      return { look: "warning", title: "Waiting", detail: "A sign-in is waiting for you" };
    case "missing":
      return {
        look: "warning",
        title: "Incomplete",
        detail: missing.length === 0 ? "" : `Missing: ${missing.join(", ")}`,
      };
    default:
      return {
        look: "error",
        title: "Unusable",
        detail: profile.error === undefined ? "" : shownFault(profile.error).text,
      };
  }
}
