// A preset of the user as the source of a request.

import { jobParams, openPresets, presetsFile, type Preset, type Presets } from "@pictor/features/presets";
import { thisMachine, isRecord, type GenerateRequest } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";
import { oneLine } from "../text/plain-text.js";
import type { RequestSource } from "./read-source.js";

/** Opens the presets of the user, which forms of `pictor serve` show, too. */
export const openUserPresets = (env: Readonly<Record<string, string | undefined>>): Presets =>
  openPresets(presetsFile(thisMachine(env)));

export function sourceOfPreset(preset: Preset): RequestSource {
  const { workflow, features, count } = preset;
  return {
    kind: "preset",
    workflow,
    count,
    notes: [],
    params: jobParams(preset),
    features: features.map(({ id, settings }) => ({ id, settings: settings })),
  };
}

/** Finds the path, such as `image`, of the first setting with an image that was uploaded to the local API. */
function uploadIn(value: unknown, path: readonly string[] = []): string | undefined {
  if (isRecord(value) && Object.hasOwn(value, "$upload")) return path.join(".");
  if (!isRecord(value) && !Array.isArray(value)) return undefined;
  for (const [name, entry] of Object.entries(value)) {
    const found = uploadIn(entry, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Throws a UsageError if a setting has an image that was uploaded to the local API, which only the API can read. */
export function requireNoUploads(
  { params = {}, features = [] }: Pick<GenerateRequest, "params" | "features">,
  name: string,
): void {
  const inParams = uploadIn(params);
  const feature = features.find(({ settings }) => uploadIn(settings) !== undefined);
  if (inParams === undefined && feature === undefined) return;
  const what = `The preset ${oneLine(name)} has an image that was uploaded to the local API`;
  throw inParams === undefined
    ? new UsageError(
        "USAGE_VALUE",
        `${what}, in the feature ${feature?.id ?? ""}.`,
        `Replace it: --feature '${feature?.id ?? ""}={...}'.`,
      )
    : new UsageError("USAGE_VALUE", `${what}, as ${inParams}.`, `Name a file: --set ${inParams}=FILE.`);
}
