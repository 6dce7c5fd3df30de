// The choice in the Auth tab: the profile or the scheme of this request, its faults, and whether it can be used now.

import type { AuthScheme, Profile, ProfileCheck, ProfileDraft } from "@pictor/client";
import { computed, effect, signal } from "@preact/signals";
import { authSchemes, profiles } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { now } from "../../shell/clock.js";
import { inlineAuth, request } from "../draft/current-request.js";
import { fieldsOf, mapSecrets } from "./profile-draft.js";
import { editOf, shownDraft } from "./profile-edits.js";

const knownSchemes = computed((): readonly AuthScheme[] => authSchemes.state.value.value ?? []);
const knownProfiles = computed((): readonly Profile[] => profiles.state.value.value ?? []);
export const schemeOf = (id: string): AuthScheme | undefined =>
  knownSchemes.value.find((scheme) => scheme.id === id);

/** The saved profile; undefined if the request has its own fields, or if the profile no longer exists. */
export const chosenProfile = computed((): Profile | undefined => {
  const { profile } = request.value.auth;
  return profile === undefined ? undefined : knownProfiles.value.find(({ name }) => name === profile);
});

/** The edited fields, including typed secrets for a request without a profile. */
export const chosenDraft = computed((): ProfileDraft => {
  const profile = chosenProfile.value;
  return profile === undefined
    ? { type: request.value.auth.type, schemes: inlineAuth.value }
    : shownDraft(profile);
});

export const chosenScheme = computed(() => schemeOf(chosenDraft.value.type));

const isEdited = computed(() => {
  const profile = chosenProfile.value;
  return profile === undefined || editOf(profile.name) !== undefined;
});

/** The draft that the server checks. It contains no typed secret. */
const draftToCheck = computed((): ProfileDraft | undefined => {
  const draft = chosenDraft.value;
  const scheme = chosenScheme.value;
  if (!isEdited.value || scheme === undefined) return undefined;
  const values = fieldsOf(draft, draft.type);
  if (chosenProfile.value !== undefined) return draft;
  const bare = mapSecrets(values, scheme.settings, () => ({ $secret: "typed" }));
  return { type: draft.type, schemes: { [draft.type]: bare as Readonly<Record<string, unknown>> } };
});

interface Checked {
  readonly of: ProfileDraft;
  readonly result: ProfileCheck;
}
const checked = signal<Checked | undefined>(undefined);
const checkDelayMs = 200;

/** Checks the edited fields until the returned function is called. */
export const followChecks = (): (() => void) =>
  effect(() => {
    const draft = draftToCheck.value;
    if (draft === undefined) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      calls()
        .checkProfile({ body: { profile: draft }, signal: controller.signal })
        .then(
          (result) => {
            checked.value = { of: draft, result };
          },
          // A failure is ignored, because the next request reports the problem.
          () => undefined,
        );
    }, checkDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

/** The result of the check for the present draft; undefined until the server has checked it. */
export const draftCheck = computed((): ProfileCheck | undefined => {
  const draft = draftToCheck.value;
  return draft !== undefined && checked.value?.of === draft ? checked.value.result : undefined;
});

/** Whether a token has expired since the server last reported its state. */
export const isPastExpiry = ({ expiresAtMs }: Profile): boolean =>
  expiresAtMs !== undefined && expiresAtMs <= now.value;

/** Whether the chosen profile or scheme can be used now, so that a request is sent with credentials. */
export const isReady = computed((): boolean => {
  const { auth } = request.value;
  const draft = chosenDraft.value;
  if (!auth.isOn || draft.type === "none") return false;
  const profile = chosenProfile.value;
  if (auth.profile !== undefined && profile === undefined) return false;
  if (profile !== undefined && !isEdited.value) return profile.state === "ready" && !isPastExpiry(profile);
  const result = draftCheck.value;
  const isComplete = result !== undefined && result.faults.length + result.missing.length === 0;
  // A scheme with actions is ready only after an action, such as a sign-in, and only a profile has actions.
  return isComplete && chosenScheme.value?.actions.length === 0;
});
