// Routes: presets, and values for the forms that are open at clients.

import type { FormValues, Preset } from "@pictor/client";
import type { Preset as StoredPreset, PresetChanger } from "@pictor/features/presets";
import { plainRecord } from "@pictor/host/records";
import type { Holder } from "../access/credentials.js";
import { requireFormValues } from "../forms/check-values.js";
import type { RouteDependencies } from "./dependencies.js";
import { ok } from "@pictor/features/base";
import { route } from "./route.js";

/** The values as JSON. Integers beyond 2^53 become texts, as seeds do, because many JSON parsers round them. */
const plain = <Values>(values: Values): Values => plainRecord(values, (text) => text) as Values;

const changerOf = ({ tokenId, scopes }: Holder): PresetChanger => ({
  token: tokenId,
  isAdmin: scopes.includes("admin"),
});

const shown = async ({ presets }: RouteDependencies, name: string): Promise<Preset> =>
  plain((await presets.read(name)) as Preset);

const publish = ({ log }: RouteDependencies, name: string, change: "saved" | "deleted"): void => {
  log.publish({ type: "preset", name, change });
};

export const formRoutes = {
  listPresets: route({
    method: "GET",
    path: "/v1/presets",
    scope: "read",
    group: "forms",
    summary: "The presets by name, without their values",
    replies: ok("PresetList", "The presets"),
  }).handle(async (_call, { presets }) => {
    const list = (await presets.list()).map(({ name, description, workflow, savedAtMs }) => ({
      name,
      ...(description !== undefined && { description }),
      workflow,
      savedAtMs,
    }));
    return { presets: list };
  }),
  readPreset: route({
    method: "GET",
    path: "/v1/presets/{name}",
    scope: "read",
    group: "forms",
    summary: "A preset with its values",
    replies: ok("Preset", "The preset"),
  }).handle(async ({ params: { name } }, deps) => await shown(deps, name)),
  savePreset: route({
    method: "PUT",
    path: "/v1/presets/{name}",
    scope: "generate",
    group: "forms",
    summary: "Create or replace a preset",
    body: "PresetDraft",
    replies: ok("Preset", "The preset as it is now"),
  }).handle(async ({ params: { name }, body, caller }, deps) => {
    const { presets, clock } = deps;
    const draft = plain(body);
    await requireFormValues(draft, caller.scopes, deps);
    const { params = {}, features = [], count = 1, seed = "random", owned = false, ...rest } = draft;
    const used = features.map(({ id, settings = {} }) => ({ id, settings }));
    const owner = owned && { owner: caller.tokenId };
    const preset = { name, ...rest, ...owner, params, features: used, count, seed, savedAtMs: clock.now() };
    await presets.save(preset as StoredPreset, changerOf(caller));
    publish(deps, name, "saved");
    return await shown(deps, name);
  }),
  deletePreset: route({
    method: "DELETE",
    path: "/v1/presets/{name}",
    scope: "generate",
    group: "forms",
    summary: "Delete a preset",
    replies: ok("Nothing", "It is deleted"),
  }).handle(async ({ params: { name }, caller }, deps) => {
    const { presets } = deps;
    await presets.remove(name, changerOf(caller));
    publish(deps, name, "deleted");
    return {};
  }),
  recall: route({
    method: "POST",
    path: "/v1/recall",
    scope: "generate",
    group: "forms",
    summary:
      "Put values into the open forms of the token's name, and of the scopes read and admin, with the event `recall`",
    body: "FormValues",
    replies: ok("Recalled", "The values were sent to the clients that read events"),
  }).handle(async ({ body, caller }, deps) => {
    const { log } = deps;
    const form: FormValues = plain(body);
    await requireFormValues(form, caller.scopes, deps);
    const { name: owner } = caller;
    const { seq } = log.publish({ type: "recall", form, by: owner }, { owner });
    return { seq };
  }),
} as const;
