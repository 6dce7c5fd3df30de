// The operations on auth schemes and profiles. Actions such as a sign-in are long work, which the server runs.

import type { Pictor } from "@pictor/host";
import { parseJson, stringifyJson, type Profile, type TokenClaims } from "@pictor/kernel";
import { ok, operation, operationFault, thingUnknown } from "../base/index.js";
import { authDraftOf, readDraft } from "./auth-draft.js";
import { checkDraft, faultText } from "./check-draft.js";
import type { ProfileChanges } from "./profile-changes.js";
import { readProfile, storedNames } from "./profile-of.js";
import { removeProfileAndSecrets } from "./remove-profile.js";
import { undoNotes } from "./undo-notes.js";

export interface ProfileContext {
  readonly pictor: Pictor;
  readonly profileChanges: ProfileChanges;
}
type Reading = Pick<ProfileContext, "pictor">;

const claimsJson = (tokens: readonly TokenClaims[]) =>
  tokens.map(({ title, claims }) => ({ title, claims: { ...claims } }));

/** Throws `API_THING_UNKNOWN`. */
export const requireProfile = (pictor: Pick<Pictor, "profiles">, name: string): void => {
  if (!pictor.profiles.names().includes(name)) throw thingUnknown("profile", name, "/v1/profiles");
};

/** The profile as it is now, which is published, and what was done. */
export const resultOf = async (
  { pictor, profileChanges }: ProfileContext,
  name: string,
  notes: readonly string[],
) => {
  const profile = await profileChanges.publish(name);
  return { ...(profile !== undefined && { profile }), notes: notes.map(pictor.redact) };
};

export const profileOperations = {
  listAuthSchemes: operation("GET /v1/auth-schemes", {
    scope: "read",
    group: "describe",
    summary: "The authentication schemes with their settings",
    replies: ok("AuthSchemeList", "The schemes"),
  }).handle((_call, { pictor }: Reading) => ({
    authSchemes: pictor
      .contributions("authSchemes")
      .map(({ id, title, plugin, settings, actions = [] }) => ({
        id,
        title,
        plugin,
        settings: { ...settings },
        actions: actions.map((action) => ({ ...action })),
      })),
  })),
  listProfiles: operation("GET /v1/profiles", {
    scope: "read",
    group: "profiles",
    summary: "The saved auth settings with their states, without secrets",
    replies: ok("ProfileList", "The profiles"),
  }).handle(async (_call, { pictor }: Reading) => {
    const stored = await storedNames(pictor);
    const names = [...pictor.profiles.names()].sort();
    return { profiles: await Promise.all(names.map((name) => readProfile(name, pictor, stored))) };
  }),
  checkProfile: operation("POST /v1/profiles/check", {
    scope: "admin",
    group: "profiles",
    summary: "Check a draft of a profile and read its state, and save nothing",
    body: "ProfileCheckRequest",
    replies: ok("ProfileCheck", "The faults of the draft; none if it can be saved"),
  }).handle(async ({ body: { profile, name } }, { pictor }: Reading) => {
    const { faults, missing } = await checkDraft(profile, pictor, { mayHoldSecrets: true });
    const texts = faults.map((one) => ({ pointer: one.pointer, message: pictor.redact(faultText(one)) }));
    const state = await readDraft(await authDraftOf(profile, name, pictor), pictor);
    return { faults: texts, missing: [...missing], profile: state };
  }),
  readDraftClaims: operation("POST /v1/drafts/claims", {
    scope: "admin",
    group: "profiles",
    summary: "The claims of the tokens that were obtained with settings that are not saved",
    body: "ProfileCheckRequest",
    replies: ok("ProfileClaims", "The claims"),
  }).handle(async ({ body: { profile, name } }, { pictor }: Reading) => {
    const tokens = await pictor.profiles.draft.claims(await authDraftOf(profile, name, pictor));
    return { tokens: claimsJson(tokens) };
  }),
  readProfile: operation("GET /v1/profiles/{name}", {
    scope: "read",
    group: "profiles",
    summary: "One profile with its state, without secrets",
    replies: ok("Profile", "The profile"),
  }).handle(async ({ params: { name } }, { pictor }: Reading) => {
    requireProfile(pictor, name);
    return await readProfile(name, pictor);
  }),
  readProfileClaims: operation("GET /v1/profiles/{name}/claims", {
    scope: "admin",
    group: "profiles",
    summary: "The claims of a profile's stored tokens, without the tokens and their signatures",
    replies: ok("ProfileClaims", "The claims"),
  }).handle(async ({ params: { name } }, { pictor }: Reading) => {
    requireProfile(pictor, name);
    const tokens = await pictor.profiles.claims(name);
    return { tokens: claimsJson(tokens) };
  }),
  saveProfile: operation("PUT /v1/profiles/{name}", {
    scope: "admin",
    group: "profiles",
    summary: "Create or replace a profile",
    body: "ProfileDraft",
    replies: ok("ProfileResult", "The profile as it is now"),
  }).handle(async ({ params: { name }, body }, context: ProfileContext) => {
    const { pictor } = context;
    const { faults } = await checkDraft(body, pictor);
    const problems = faults.map((one) => ({ ...one, pointer: `#${one.pointer}` }));
    const [first] = problems;
    if (first !== undefined) throw operationFault("API_INPUT_INVALID", first, { more: { problems } });
    // Makes a plain copy, in which numbers of any size are kept.
    const { type, schemes = {}, origins } = parseJson(stringifyJson(body)) as typeof body;
    const profile = { type, schemes, ...(origins !== undefined && { origins }) } as Profile;
    const file = await pictor.profiles.save(name, profile);
    return await resultOf(context, name, [`Saved ${name} in ${file}.`]);
  }),
  deleteProfile: operation("DELETE /v1/profiles/{name}", {
    scope: "admin",
    group: "profiles",
    summary: "Delete a profile, its tokens, and the secrets that only it uses",
    replies: ok("ProfileResult", "What was deleted"),
  }).handle(async ({ params: { name }, signal }, context: ProfileContext) => {
    const { pictor } = context;
    requireProfile(pictor, name);
    const notes = await removeProfileAndSecrets(pictor, name, signal);
    return await resultOf(context, name, notes);
  }),
  undoProfile: operation("POST /v1/profiles/{name}/undo", {
    scope: "admin",
    group: "profiles",
    summary: "Undo the last change of a profile; a second call restores the change",
    body: "Nothing",
    replies: ok("ProfileResult", "The profile as it is now"),
  }).handle(async ({ params: { name } }, context: ProfileContext) => {
    const { pictor } = context;
    const view = await pictor.profiles.undo(name);
    const notes = undoNotes(name, view, await storedNames(pictor));
    return await resultOf(context, name, notes);
  }),
} as const;
