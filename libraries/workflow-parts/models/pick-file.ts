// Files that nobody named: of those that the backend offers, the one that is meant by a plain name.

import type { Catalog } from "@pictor/kernel/plugin";
import { namedEncoders, type ProfileSettings } from "./choose-profile.js";
import type { ModelProfile } from "./profiles.js";

const words = (name: string): string =>
  name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[a-z]+$/i, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");

/**
 * The offered file of exactly this name, else the first that has it among its words: `t5xxl` finds `t5xxl_fp16`, and
 * `clip_l` finds `my-clip-l`. The name itself where there is none, so that a check of the graph says what is missing.
 */
export function pickFile(name: string, offered: readonly string[]): string {
  const exact = offered.find((file) => words(file) === name);
  return exact ?? offered.find((file) => `_${words(file)}_`.includes(`_${name}_`)) ?? name;
}

const offeredBy = (catalog: Catalog, nodeClass: string, input: string): readonly string[] =>
  (catalog.get(nodeClass)?.inputs.find(({ name }) => name === input)?.options ?? []).map(String);

/**
 * The profile with real files in place of plain names, where the person's settings leave any to it. `catalog` is asked
 * only then, and never for a checkpoint, which brings its parts along.
 */
export async function withOfferedFiles(
  profile: ModelProfile,
  settings: ProfileSettings & { readonly vae?: string },
  catalog: () => Promise<Catalog>,
): Promise<ModelProfile> {
  if (settings.diffusionModel === undefined) return profile;
  const named = namedEncoders(settings);
  const isComplete = profile.encoders.every((_, index) => named[index] !== undefined);
  const needsVae = settings.vae === undefined && profile.vae !== undefined;
  if (isComplete && !needsVae) return profile;
  const known = await catalog();
  const encoders = offeredBy(known, "CLIPLoader", "clip_name");
  const vaes = offeredBy(known, "VAELoader", "vae_name");
  return {
    ...profile,
    encoders: profile.encoders.map((name) => pickFile(name, encoders)),
    ...(profile.vae !== undefined && { vae: pickFile(profile.vae, vaes) }),
  };
}
