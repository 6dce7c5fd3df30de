// Routes: the actions of profiles, such as a sign-in.

import { randomUUID } from "node:crypto";
import type { Operation, ProfileAction } from "@pictor/client";
import type { AuthActionOptions } from "@pictor/kernel";
import { accepted, inputInvalid, thingUnknown, type Caller } from "@pictor/features/base";
import { authDraftOf, profileOf, readDraft, requireProfile, resultOf } from "@pictor/features/profiles";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";

/** The action with this id. Throws if `owner` has none, which `from` lists, or if its input is missing. */
function requireAction(
  actions: readonly ProfileAction[],
  id: string,
  input: string | undefined,
  { owner, from }: { readonly owner: string; readonly from: string },
): ProfileAction {
  const found = actions.find((action) => action.id === id);
  if (found === undefined) throw thingUnknown(`action of the ${owner}`, id, from);
  if (found.input === undefined || input !== undefined) return found;
  throw inputInvalid("#/input", `given: ${found.input.title}`, "missing");
}

/** Starts an action of the named profile, or of settings that belong to no profile. `work` resolves to its result. */
async function startAction(
  { pictor, operations }: RouteDependencies,
  { id, title }: ProfileAction,
  {
    name,
    input,
    caller,
  }: { readonly name: string | undefined; readonly input: string | undefined; readonly caller: Caller },
  work: (options: AuthActionOptions) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Operation> {
  // If the secret store cannot be used, the action must fail before a person signs in.
  if (id === "login" || id === "paste") await pictor.secrets.describe();
  return operations.start({
    kind: `profile.${id}`,
    // A setting that belongs to no profile has no other target.
    target: name === undefined ? { kind: "request", name: randomUUID() } : { kind: "profile", name },
    title: name === undefined ? title : `${title}: ${name}`,
    caller,
    run: ({ signal, interaction }) => work({ signal, interaction, ...(input !== undefined && { input }) }),
  });
}

export const profileRoutes = {
  runDraftAction: route("POST /v1/drafts/actions/{action}", {
    scope: "admin",
    group: "profiles",
    summary: "Run an action with settings that are not saved; the result has the fields that it fills in",
    body: "ProfileDraftActionRequest",
    replies: accepted,
  }).handle(async ({ params: { action }, body: { profile, name, input }, caller }, deps) => {
    const { pictor, profileChanges } = deps;
    const draft = await authDraftOf(profile, name, pictor);
    const { actions } = await readDraft(draft, pictor);
    const owner = { owner: `auth scheme ${profile.type}`, from: "/v1/auth-schemes" };
    const declared = requireAction(actions, action, input, owner);
    return startAction(deps, declared, { name, input, caller }, async (options) => {
      try {
        const { view, notes, fields } = await pictor.profiles.draft.run(draft, action, options);
        const state = profileOf(view, pictor, new Set());
        return { profile: state, notes: notes.map(pictor.redact), fields: { ...fields } };
      } finally {
        if (name !== undefined) await profileChanges.publish(name).catch(() => undefined);
      }
    });
  }),
  runProfileAction: route("POST /v1/profiles/{name}/actions/{action}", {
    scope: "admin",
    group: "profiles",
    summary: "Run an action of a profile, such as login or refresh",
    body: "ProfileActionRequest",
    replies: accepted,
  }).handle(async ({ params: { name, action }, body: { input }, caller }, deps) => {
    const { pictor, profileChanges } = deps;
    requireProfile(pictor, name);
    const { actions } = profileOf(await pictor.profiles.view(name), pictor, new Set());
    const owner = { owner: `profile ${name}`, from: `/v1/profiles/${name}` };
    const declared = requireAction(actions, action, input, owner);
    return startAction(deps, declared, { name, input, caller }, async (options) => {
      try {
        const { notes } = await pictor.profiles.run(name, action, options);
        return { ...(await resultOf(deps, name, notes)) };
      } catch (error) {
        await profileChanges.publish(name);
        throw error;
      }
    });
  }),
} as const;
