// The operations on presets.

import type { FormValues, Preset, PresetEvent } from "@pictor/client";
import type { Clock } from "@pictor/kernel";
import { isAdministrator, ok, operation, plainValues, type Caller } from "../base/index.js";
import type { Preset as StoredPreset } from "./preset.js";
import type { PresetChanger, Presets } from "./presets.js";

export interface PresetContext {
  readonly presets: Presets;
  readonly clock: Clock;
  readonly log: { publish(event: PresetEvent): unknown };
  /** Rejects for values that no form can have, and for those that the caller may not use. */
  requireForm(values: FormValues, caller: Caller): Promise<void>;
}

const changerOf = (caller: Caller): PresetChanger => ({
  token: caller.tokenId,
  isAdmin: isAdministrator(caller),
});

const shown = async (presets: Presets, name: string): Promise<Preset> =>
  plainValues((await presets.read(name)) as Preset);

export const presetOperations = {
  listPresets: operation("GET /v1/presets", {
    scope: "read",
    group: "forms",
    summary: "The presets by name, without their values",
    replies: ok("PresetList", "The presets"),
  }).handle(async (_call, { presets }: Pick<PresetContext, "presets">) => ({
    presets: (await presets.list()).map(({ name, description, workflow, savedAtMs }) => ({
      name,
      ...(description !== undefined && { description }),
      workflow,
      savedAtMs,
    })),
  })),
  readPreset: operation("GET /v1/presets/{name}", {
    scope: "read",
    group: "forms",
    summary: "A preset with its values",
    replies: ok("Preset", "The preset"),
  }).handle(({ params: { name } }, { presets }: Pick<PresetContext, "presets">) => shown(presets, name)),
  savePreset: operation("PUT /v1/presets/{name}", {
    scope: "generate",
    group: "forms",
    summary: "Create or replace a preset",
    body: "PresetDraft",
    replies: ok("Preset", "The preset as it is now"),
  }).handle(async ({ params: { name }, body, caller }, context: PresetContext) => {
    const { presets, clock, log } = context;
    const draft = plainValues(body);
    await context.requireForm(draft, caller);
    const { params = {}, features = [], count = 1, seed = "random", owned = false, ...rest } = draft;
    const used = features.map(({ id, settings = {} }) => ({ id, settings }));
    const owner = owned && { owner: caller.tokenId };
    const preset = { name, ...rest, ...owner, params, features: used, count, seed, savedAtMs: clock.now() };
    await presets.save(preset as StoredPreset, changerOf(caller));
    log.publish({ type: "preset", name, change: "saved" });
    return await shown(presets, name);
  }),
  deletePreset: operation("DELETE /v1/presets/{name}", {
    scope: "generate",
    group: "forms",
    summary: "Delete a preset",
    replies: ok("Nothing", "The preset is deleted"),
  }).handle(
    async ({ params: { name }, caller }, { presets, log }: Pick<PresetContext, "presets" | "log">) => {
      await presets.remove(name, changerOf(caller));
      log.publish({ type: "preset", name, change: "deleted" });
      return {};
    },
  ),
} as const;
