// Routes: profiles and their actions.

import { randomUUID } from "node:crypto";
import type { ProfileAction } from "@pictor/client";
import {
  parseJson,
  removeProfileAndSecrets,
  secretNamesIn,
  stringifyJson,
  type Profile,
  type TokenClaims,
} from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import { checkDraft, faultText } from "../profiles/check-draft.js";
import { authDraftOf, readDraft } from "../profiles/auth-draft.js";
import { profileOf, readProfile, storedNames } from "../profiles/profile-of.js";
import type { RouteDependencies } from "./dependencies.js";

const list = "/v1/profiles";

const claimsJson = (tokens: readonly TokenClaims[]) =>
  tokens.map(({ title, claims }) => ({ title, claims: { ...claims } }));

/** Throws `API_INPUT_INVALID` for an action that needs a text and has none. */
function requireInput({ input: wanted }: Pick<ProfileAction, "input">, input: string | undefined): void {
  if (wanted !== undefined && input === undefined)
    throw fault("API_INPUT_INVALID", {
      ...{ pointer: "/input", expected: `given: ${wanted.title}`, found: "missing", suggestion: "" },
    });
}

export function profileHandlers({
  pictor,
  operations,
  profileChanges,
}: RouteDependencies): Handlers<
  | "listProfiles"
  | "checkProfile"
  | "readProfile"
  | "readProfileClaims"
  | "saveProfile"
  | "deleteProfile"
  | "undoProfile"
  | "runProfileAction"
  | "runDraftAction"
  | "readDraftClaims"
> {
  const requireProfile = (name: string): void => {
    if (!pictor.profiles.names().includes(name))
      throw fault("API_THING_UNKNOWN", { kind: "profile", id: name, list });
  };
  const resultOf = async (name: string, notes: readonly string[]) => {
    const profile = await profileChanges.publish(name);
    return { ...(profile !== undefined && { profile }), notes: notes.map(pictor.redact) };
  };

  return {
    listProfiles: async () => {
      const stored = await storedNames(pictor);
      const names = [...pictor.profiles.names()].sort();
      return {
        status: 200,
        json: { profiles: await Promise.all(names.map((name) => readProfile(name, pictor, stored))) },
      };
    },
    checkProfile: async ({ body: { profile, name } }) => {
      const { faults, missing } = await checkDraft(profile, pictor, true);
      const texts = faults.map((one) => ({ pointer: one.pointer, message: pictor.redact(faultText(one)) }));
      const state = await readDraft(await authDraftOf(profile, name, pictor), pictor);
      return { status: 200, json: { faults: texts, missing: [...missing], profile: state } };
    },
    readDraftClaims: async ({ body: { profile, name } }) => {
      const tokens = await pictor.profiles.draft.claims(await authDraftOf(profile, name, pictor));
      return { status: 200, json: { tokens: claimsJson(tokens) } };
    },
    readProfile: async ({ params: { name } }) => {
      requireProfile(name);
      return { status: 200, json: await readProfile(name, pictor) };
    },
    readProfileClaims: async ({ params: { name } }) => {
      requireProfile(name);
      const tokens = await pictor.profiles.claims(name);
      return {
        status: 200,
        json: { tokens: claimsJson(tokens) },
      };
    },
    saveProfile: async ({ params: { name }, body }) => {
      const { faults } = await checkDraft(body, pictor);
      const [first] = faults;
      if (first !== undefined) throw fault("API_INPUT_INVALID", { ...first }, { more: { problems: faults } });
      // Makes a plain copy, in which numbers of any size are kept.
      const { type, schemes = {}, origins } = parseJson(stringifyJson(body)) as typeof body;
      const profile = { type, schemes, ...(origins !== undefined && { origins }) } as Profile;
      const file = await pictor.profiles.save(name, profile);
      return { status: 200, json: await resultOf(name, [`Saved ${name} in ${file}.`]) };
    },
    deleteProfile: async ({ params: { name }, signal }) => {
      requireProfile(name);
      const { profile } = await pictor.profiles.view(name).catch(() => ({ profile: undefined }));
      const notes = await removeProfileAndSecrets(pictor, name, { schemes: profile?.schemes ?? {}, signal });
      return { status: 200, json: await resultOf(name, notes) };
    },
    undoProfile: async ({ params: { name } }) => {
      const view = await pictor.profiles.undo(name);
      const stored = await storedNames(pictor);
      const lost = secretNamesIn(view?.profile).filter((secret) => !stored.has(secret));
      const notes = [
        view === undefined
          ? `Removed ${name}, which its last change had created; another undo restores it.`
          : `Undid the last change of ${name}; another undo restores it.`,
        ...(lost.length === 0
          ? []
          : [`These secrets were deleted and are not restored: ${lost.join(", ")}.`]),
      ];
      return { status: 200, json: await resultOf(name, notes) };
    },
    runDraftAction: async ({ params: { action }, body: { profile, name, input }, holder }) => {
      const draft = await authDraftOf(profile, name, pictor);
      const { actions } = await readDraft(draft, pictor);
      const declared = actions.find(({ id }) => id === action);
      if (declared === undefined)
        throw fault("API_THING_UNKNOWN", {
          ...{ kind: `action of the auth scheme ${profile.type}`, id: action, list: "/v1/auth-schemes" },
        });
      requireInput(declared, input);
      if (action === "login" || action === "paste") await pictor.secrets.describe();
      const operation = operations.start({
        kind: `profile.${action}`,
        // A setting that belongs to no profile is the target of nothing else.
        target: name === undefined ? { kind: "request", name: randomUUID() } : { kind: "profile", name },
        title: name === undefined ? declared.title : `${declared.title}: ${name}`,
        caller: holder,
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
      return { status: 202, json: operation };
    },
    runProfileAction: async ({ params: { name, action }, body: { input }, holder }) => {
      requireProfile(name);
      const { actions } = profileOf(await pictor.profiles.view(name), pictor, new Set());
      const declared = actions.find(({ id }) => id === action);
      if (declared === undefined)
        throw fault("API_THING_UNKNOWN", {
          ...{ kind: `action of the profile ${name}`, id: action, list: `${list}/${name}` },
        });
      requireInput(declared, input);
      // If the secret store cannot be used, the action must fail before a person signs in.
      if (action === "login" || action === "paste") await pictor.secrets.describe();
      const operation = operations.start({
        kind: `profile.${action}`,
        target: { kind: "profile", name },
        title: `${declared.title}: ${name}`,
        caller: holder,
        run: async ({ signal, interaction }) => {
          try {
            const options = { signal, interaction, ...(input !== undefined && { input }) };
            const { notes } = await pictor.profiles.run(name, action, options);
            return { ...(await resultOf(name, notes)) };
          } catch (error) {
            await profileChanges.publish(name);
            throw error;
          }
        },
      });
      return { status: 202, json: operation };
    },
  };
}
