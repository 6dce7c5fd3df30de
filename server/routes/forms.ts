// Routes: presets, and values for the forms that are open at clients.

import type { FormValues, Preset } from "@pictor/client";
import { plainRecord, type Preset as StoredPreset, type PresetChanger } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import type { Handlers } from "../http/handler.js";
import { requireFormValues } from "../forms/check-values.js";
import type { RouteDependencies } from "./dependencies.js";

/** The values as JSON. Integers beyond 2^53 become texts, as seeds do, because many JSON parsers round them. */
const plain = <Values>(values: Values): Values => plainRecord(values, (text) => text) as Values;

const changerOf = ({ tokenId, scopes }: Holder): PresetChanger => ({
  token: tokenId,
  isAdmin: scopes.includes("admin"),
});

export function formHandlers(
  deps: RouteDependencies,
): Handlers<"listPresets" | "readPreset" | "savePreset" | "deletePreset" | "recall"> {
  const { presets, log, clock } = deps;
  const shown = async (name: string): Promise<Preset> => plain((await presets.read(name)) as Preset);
  const publish = (name: string, change: "saved" | "deleted"): void => {
    log.publish({ type: "preset", name, change });
  };

  return {
    listPresets: async () => {
      const list = (await presets.list()).map(({ name, description, workflow, savedAtMs }) => ({
        name,
        ...(description !== undefined && { description }),
        workflow,
        savedAtMs,
      }));
      return { status: 200, json: { presets: list } };
    },
    readPreset: async ({ params: { name } }) => ({ status: 200, json: await shown(name) }),
    savePreset: async ({ params: { name }, body, holder }) => {
      const draft = plain(body);
      await requireFormValues(draft, holder.scopes, deps);
      const { params = {}, features = [], count = 1, seed = "random", owned = false, ...rest } = draft;
      const used = features.map(({ id, settings = {} }) => ({ id, settings }));
      const owner = owned && { owner: holder.tokenId };
      const preset = { name, ...rest, ...owner, params, features: used, count, seed, savedAtMs: clock.now() };
      await presets.save(preset as StoredPreset, changerOf(holder));
      publish(name, "saved");
      return { status: 200, json: await shown(name) };
    },
    deletePreset: async ({ params: { name }, holder }) => {
      await presets.remove(name, changerOf(holder));
      publish(name, "deleted");
      return { status: 200, json: {} };
    },
    recall: async ({ body, holder }) => {
      const form: FormValues = plain(body);
      await requireFormValues(form, holder.scopes, deps);
      const { seq } = log.publish({ type: "recall", form, by: holder.name });
      return { status: 200, json: { seq } };
    },
  };
}
