// The choice in the Auth tab: the profile or the scheme of this request, what is not saved of it, its state, and
// whether it can be used now.

import type { AuthScheme, Profile, ProfileCheck, ProfileDraft } from "@pictor/client";
import { computed, effect, signal } from "@preact/signals";
import { authSchemes, profiles } from "../../api/catalog.js";
import { calls, onServerEvent } from "../../api/session.js";
import type { Values } from "../../dialect/values.js";
import { typedIn, withPlaceholders } from "../../saving/typed-secrets.js";
import { editRequest, inlineAuth, request } from "../draft/current-request.js";
import { asTyped, fieldsOf, withFields } from "./profile-draft.js";
import { editProfile, shownDraft, unsavedOf } from "./profile-drafts.js";
import { isPastExpiry } from "./profile-state.js";

export const schemeOf = (id: string): AuthScheme | undefined =>
  authSchemes.state.value.value?.find((scheme) => scheme.id === id);

/** The saved profile; undefined if the request has its own fields, or if the profile no longer exists. */
export const chosenProfile = computed((): Profile | undefined => {
  const { profile } = request.value.auth;
  return profiles.state.value.value?.find(({ name }) => name === profile);
});

/** The fields as the form shows them, with typed secrets. */
export const chosenDraft = computed((): ProfileDraft => {
  const profile = chosenProfile.value;
  return profile === undefined
    ? { type: request.value.auth.type, schemes: inlineAuth.value }
    : shownDraft(profile);
});

export const chosenScheme = computed(() => schemeOf(chosenDraft.value.type));

/** JSON pointers of what is not saved of the chosen profile; none for a request with fields of its own. */
export const unsavedChanges = computed((): readonly string[] =>
  chosenProfile.value === undefined ? [] : unsavedOf(chosenProfile.value),
);

/** The changed draft of the chosen profile, which is sent as it is shown; undefined if nothing is unsaved. */
export const editedDraft = computed((): ProfileDraft | undefined =>
  unsavedChanges.value.length > 0 ? chosenDraft.value : undefined,
);

/** Changes the fields of a scheme: of the profile's draft, or of this request. */
export function editFields(scheme: string, values: Values): void {
  const profile = chosenProfile.peek();
  if (profile === undefined) inlineAuth.value = { ...inlineAuth.peek(), [scheme]: values };
  else editProfile(profile, withFields(shownDraft(profile), scheme, values));
}

/** Chooses the scheme. "None" is for this request alone: a profile that was chosen is left, and stays as it is. */
export function chooseType(type: string): void {
  const profile = chosenProfile.peek();
  if (profile === undefined || type === "none") editRequest({ auth: { type, isOn: true } });
  else editProfile(profile, { ...shownDraft(profile), type });
}

/** The scheme in use and its fields, and nothing of other schemes. */
export function usedDraft(replace: (values: unknown) => unknown): ProfileDraft {
  const draft = chosenDraft.value;
  const { type } = draft;
  return { type, schemes: { [type]: replace(fieldsOf(draft, type)) as Values } };
}

/** The same for actions and checks, with the name of the saved profile that it changes. */
export const usedBody = (replace: (values: unknown) => unknown) => ({
  profile: usedDraft(replace),
  ...(chosenProfile.value !== undefined && { name: chosenProfile.value.name }),
});

/** The typed secrets that the server has got, with a request or an action. */
const sentSecrets = signal<ReadonlySet<string>>(new Set());
/** Called when the typed secrets of the form are sent. */
export function noteSent(): void {
  const { schemes } = chosenDraft.peek();
  sentSecrets.value = new Set([...sentSecrets.peek(), ...typedIn(schemes).map(({ text }) => text)]);
}

/** The draft that the server checks, with a stand-in for each typed secret. */
const draftToCheck = computed(() => {
  const profile = chosenProfile.value;
  const scheme = chosenScheme.value;
  if (scheme === undefined || (profile !== undefined && unsavedChanges.value.length === 0)) return undefined;
  return usedBody((values) => withPlaceholders(asTyped(values, scheme.settings), sentSecrets.value));
});

interface Checked {
  readonly of: object;
  readonly result: ProfileCheck;
}
const checked = signal<Checked | undefined>(undefined);
/** Counts events after which a draft may have another state, such as the end of a sign-in. */
const changes = signal(0);
export const checkAgain = (): void => {
  changes.value++;
};
const checkDelayMs = 200;

/** Checks the edited fields until the returned function is called. */
export function followChecks(): () => void {
  const stopEvents = onServerEvent(({ type }) => {
    if (type === "profile" || type === "reset") checkAgain();
  });
  const stopChecks = effect(() => {
    const body = draftToCheck.value;
    if (body === undefined || changes.value < 0) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      calls()
        .checkProfile({ body, signal: controller.signal })
        .then(
          (result) => (checked.value = { of: body, result }),
          // A failure is ignored, because the next request reports the problem.
          () => undefined,
        );
    }, checkDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });
  return () => {
    stopEvents();
    stopChecks();
  };
}

/** The result of the check for the present draft; undefined until the server has checked it. */
export const draftCheck = computed((): ProfileCheck | undefined =>
  draftToCheck.value !== undefined && checked.value?.of === draftToCheck.value
    ? checked.value.result
    : undefined,
);

/** The state of what the form shows. While a changed draft is being checked, the last state of its scheme. */
export const chosenState = computed((): Profile | undefined => {
  if (draftToCheck.value === undefined) return chosenProfile.value;
  const last = checked.value?.result.profile;
  const name = chosenProfile.value?.name ?? "";
  return last?.type === chosenDraft.value.type && last.name === name ? last : undefined;
});

/** Whether the chosen profile or scheme can be used now, so that a request is sent with credentials. */
export const isReady = computed((): boolean => {
  const { auth } = request.value;
  if (!auth.isOn || chosenDraft.value.type === "none") return false;
  if (auth.profile !== undefined && chosenProfile.value === undefined) return false;
  if (draftToCheck.value !== undefined && (draftCheck.value?.faults.length ?? 1) > 0) return false;
  const state = chosenState.value;
  return state?.state === "ready" && !isPastExpiry(state);
});
