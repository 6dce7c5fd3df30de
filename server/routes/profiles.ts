// Routes: profiles and their actions.

import { randomUUID } from "node:crypto";
import type { ProfileAction } from "@pictor/client";
import { removeProfileAndSecrets, secretNamesIn } from "@pictor/features/profiles";
import { parseJson, stringifyJson, type Profile, type TokenClaims } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { inputInvalid, ok, accepted } from "@pictor/features/base";
import { checkDraft, faultText } from "../profiles/check-draft.js";
import { authDraftOf, readDraft } from "../profiles/auth-draft.js";
import { profileOf, readProfile, storedNames } from "../profiles/profile-of.js";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";

const list = "/v1/profiles";

const claimsJson = (tokens: readonly TokenClaims[]) =>
  tokens.map(({ title, claims }) => ({ title, claims: { ...claims } }));

/** Throws `API_INPUT_INVALID` for an action that needs a text and has none. */
/** The action with this id. Throws if `owner` has none, which `from` lists, or if its input is missing. */
function requireAction(
  actions: readonly ProfileAction[],
  id: string,
  input: string | undefined,
  { owner, from }: { readonly owner: string; readonly from: string },
): ProfileAction {
  const found = actions.find((action) => action.id === id);
  if (found === undefined)
    throw fault("API_THING_UNKNOWN", { kind: `action of the ${owner}`, id, list: from });
  if (found.input === undefined || input !== undefined) return found;
  throw inputInvalid("/input", `given: ${found.input.title}`, "missing");
}

const requireProfile = ({ pictor }: RouteDependencies, name: string): void => {
  if (!pictor.profiles.names().includes(name))
    throw fault("API_THING_UNKNOWN", { kind: "profile", id: name, list });
};

const resultOf = async (
  { pictor, profileChanges }: RouteDependencies,
  name: string,
  notes: readonly string[],
) => {
  const profile = await profileChanges.publish(name);
  return { ...(profile !== undefined && { profile }), notes: notes.map(pictor.redact) };
};

export const profileRoutes = {
  listProfiles: route({
    method: "GET",
    path: "/v1/profiles",
    scope: "read",
    group: "profiles",
    summary: "The saved auth settings with their states, without secrets",
    replies: ok("ProfileList", "The profiles"),
  }).handle(async (_call, { pictor }) => {
    const stored = await storedNames(pictor);
    const names = [...pictor.profiles.names()].sort();
    return { profiles: await Promise.all(names.map((name) => readProfile(name, pictor, stored))) };
  }),
  checkProfile: route({
    method: "POST",
    path: "/v1/profiles/check",
    scope: "admin",
    group: "profiles",
    summary: "Check a draft of a profile and read its state, and save nothing",
    body: "ProfileCheckRequest",
    replies: ok("ProfileCheck", "The faults of the draft; none if it can be saved"),
  }).handle(async ({ body: { profile, name } }, { pictor }) => {
    const { faults, missing } = await checkDraft(profile, pictor, true);
    const texts = faults.map((one) => ({ pointer: one.pointer, message: pictor.redact(faultText(one)) }));
    const state = await readDraft(await authDraftOf(profile, name, pictor), pictor);
    return { faults: texts, missing: [...missing], profile: state };
  }),
  readDraftClaims: route({
    method: "POST",
    path: "/v1/drafts/claims",
    scope: "admin",
    group: "profiles",
    summary: "The claims of the tokens that were got with settings that are not saved",
    body: "ProfileCheckRequest",
    replies: ok("ProfileClaims", "The claims"),
  }).handle(async ({ body: { profile, name } }, { pictor }) => {
    const tokens = await pictor.profiles.draft.claims(await authDraftOf(profile, name, pictor));
    return { tokens: claimsJson(tokens) };
  }),
  readProfile: route({
    method: "GET",
    path: "/v1/profiles/{name}",
    scope: "read",
    group: "profiles",
    summary: "One profile with its state, without secrets",
    replies: ok("Profile", "The profile"),
  }).handle(async ({ params: { name } }, deps) => {
    const { pictor } = deps;
    requireProfile(deps, name);
    return await readProfile(name, pictor);
  }),
  readProfileClaims: route({
    method: "GET",
    path: "/v1/profiles/{name}/claims",
    scope: "admin",
    group: "profiles",
    summary: "The claims of a profile's stored tokens, without the tokens and their signatures",
    replies: ok("ProfileClaims", "The claims"),
  }).handle(async ({ params: { name } }, deps) => {
    const { pictor } = deps;
    requireProfile(deps, name);
    const tokens = await pictor.profiles.claims(name);
    return { tokens: claimsJson(tokens) };
  }),
  saveProfile: route({
    method: "PUT",
    path: "/v1/profiles/{name}",
    scope: "admin",
    group: "profiles",
    summary: "Create or replace a profile",
    body: "ProfileDraft",
    replies: ok("ProfileResult", "The profile as it is now"),
  }).handle(async ({ params: { name }, body }, deps) => {
    const { pictor } = deps;
    const { faults } = await checkDraft(body, pictor);
    const [first] = faults;
    if (first !== undefined) throw fault("API_INPUT_INVALID", { ...first }, { more: { problems: faults } });
    // Makes a plain copy, in which numbers of any size are kept.
    const { type, schemes = {}, origins } = parseJson(stringifyJson(body)) as typeof body;
    const profile = { type, schemes, ...(origins !== undefined && { origins }) } as Profile;
    const file = await pictor.profiles.save(name, profile);
    return await resultOf(deps, name, [`Saved ${name} in ${file}.`]);
  }),
  deleteProfile: route({
    method: "DELETE",
    path: "/v1/profiles/{name}",
    scope: "admin",
    group: "profiles",
    summary: "Delete a profile, its tokens, and the secrets that only it uses",
    replies: ok("ProfileResult", "What was deleted"),
  }).handle(async ({ params: { name }, signal }, deps) => {
    const { pictor } = deps;
    requireProfile(deps, name);
    const { profile } = await pictor.profiles.view(name).catch(() => ({ profile: undefined }));
    const notes = await removeProfileAndSecrets(pictor, name, { schemes: profile?.schemes ?? {}, signal });
    return await resultOf(deps, name, notes);
  }),
  undoProfile: route({
    method: "POST",
    path: "/v1/profiles/{name}/undo",
    scope: "admin",
    group: "profiles",
    summary: "Undo the last change of a profile; a second call restores it",
    body: "Nothing",
    replies: ok("ProfileResult", "The profile as it is now"),
  }).handle(async ({ params: { name } }, deps) => {
    const { pictor } = deps;
    const view = await pictor.profiles.undo(name);
    const stored = await storedNames(pictor);
    const lost = secretNamesIn(view?.profile).filter((secret) => !stored.has(secret));
    const notes = [
      view === undefined
        ? `Removed ${name}, which its last change had created; another undo restores it.`
        : `Undid the last change of ${name}; another undo restores it.`,
      ...(lost.length === 0 ? [] : [`These secrets were deleted and are not restored: ${lost.join(", ")}.`]),
    ];
    return await resultOf(deps, name, notes);
  }),
  runDraftAction: route({
    method: "POST",
    path: "/v1/drafts/actions/{action}",
    scope: "admin",
    group: "profiles",
    summary: "Run an action with settings that are not saved; the result has the fields that it fills in",
    body: "ProfileDraftActionRequest",
    replies: accepted,
  }).handle(
    async (
      { params: { action }, body: { profile, name, input }, caller },
      { pictor, operations, profileChanges },
    ) => {
      const draft = await authDraftOf(profile, name, pictor);
      const { actions } = await readDraft(draft, pictor);
      const owner = { owner: `auth scheme ${profile.type}`, from: "/v1/auth-schemes" };
      const declared = requireAction(actions, action, input, owner);
      if (action === "login" || action === "paste") await pictor.secrets.describe();
      const operation = operations.start({
        kind: `profile.${action}`,
        // A setting that belongs to no profile is the target of nothing else.
        target: name === undefined ? { kind: "request", name: randomUUID() } : { kind: "profile", name },
        title: name === undefined ? declared.title : `${declared.title}: ${name}`,
        caller,
        run: async ({ signal, interaction }) => {
          try {
            const options = { signal, interaction, ...(input !== undefined && { input }) };
            const { view, notes, fields } = await pictor.profiles.draft.run(draft, action, options);
            const state = profileOf(view, pictor, new Set());
            return { profile: state, notes: notes.map(pictor.redact), fields: { ...fields } };
          } finally {
            if (name !== undefined) await profileChanges.publish(name).catch(() => undefined);
          }
        },
      });
      return operation;
    },
  ),
  runProfileAction: route({
    method: "POST",
    path: "/v1/profiles/{name}/actions/{action}",
    scope: "admin",
    group: "profiles",
    summary: "Run an action of a profile, such as login or refresh",
    body: "ProfileActionRequest",
    replies: accepted,
  }).handle(async ({ params: { name, action }, body: { input }, caller }, deps) => {
    const { pictor, operations, profileChanges } = deps;
    requireProfile(deps, name);
    const { actions } = profileOf(await pictor.profiles.view(name), pictor, new Set());
    const owner = { owner: `profile ${name}`, from: `${list}/${name}` };
    const declared = requireAction(actions, action, input, owner);
    // If the secret store cannot be used, the action must fail before a person signs in.
    if (action === "login" || action === "paste") await pictor.secrets.describe();
    const operation = operations.start({
      kind: `profile.${action}`,
      target: { kind: "profile", name },
      title: `${declared.title}: ${name}`,
      caller,
      run: async ({ signal, interaction }) => {
        try {
          const options = { signal, interaction, ...(input !== undefined && { input }) };
          const { notes } = await pictor.profiles.run(name, action, options);
          return { ...(await resultOf(deps, name, notes)) };
        } catch (error) {
          await profileChanges.publish(name);
          throw error;
        }
      },
    });
    return operation;
  }),
} as const;
