// Builds the section `pictor` of extra_model_paths.yaml from the settings. Pure.

import { expandHome } from "@pictor/kernel/plugin";
import { isAbsolute, join } from "node:path";
import { managedFault } from "../faults.js";
import type { CompleteSettings } from "../settings.js";

/** Folders below the base by the kind of model, in order of precedence. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  checkpoints: ["checkpoints"],
  configs: ["configs"],
  loras: ["loras"],
  vae: ["vae"],
  vae_approx: ["vae_approx"],
  // Each kind with two names has the older name second.
  text_encoders: ["text_encoders", "clip"],
  diffusion_models: ["diffusion_models", "unet"],
  clip_vision: ["clip_vision"],
  style_models: ["style_models"],
  embeddings: ["embeddings"],
  diffusers: ["diffusers"],
  controlnet: ["controlnet", "t2i_adapter"],
  gligen: ["gligen"],
  upscale_models: ["upscale_models"],
  latent_upscale_models: ["latent_upscale_models"],
  hypernetworks: ["hypernetworks"],
  photomaker: ["photomaker"],
  classifiers: ["classifiers"],
  model_patches: ["model_patches"],
  audio_encoders: ["audio_encoders"],
};
const knownFolders: ReadonlySet<string> = new Set(Object.values(kinds).flat());

/**
 * Whether a subfolder is a kind of model. Extensions may add kinds. `base_path` and `is_default` are keys of the
 * format, and `custom_nodes` contains code.
 */
const isKind = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(name) && !["base_path", "is_default", "custom_nodes"].includes(name);

/** Folders by kind of model, one per line; relative folders start in `base_path`. */
export type Section = Readonly<Record<string, string>>;

function parseFolderEntry(entry: string, base: string | undefined): readonly [kind: string, path: string] {
  const refuse = (problem: string) => managedFault("MANAGED_MODELS_FOLDER", { entry, problem });
  const equals = entry.indexOf("=");
  if (equals < 0) throw refuse("has no equals sign");
  const [kind, path] = [entry.slice(0, equals).trim(), expandHome(entry.slice(equals + 1).trim())];
  if (!isKind(kind)) throw refuse("names no kind of model");
  if (path === "") throw refuse("names no folder");
  if (/[\r\n]/.test(path)) throw refuse("has a line break");
  if (!isAbsolute(path) && base === undefined)
    throw refuse("has a relative path, and there is no models.directory");
  return [kind, isAbsolute(path) ? path : join(base ?? "", path)];
}

/**
 * Undefined when the settings have no model folder. `present`: names of the subfolders of the directory, among which are
 * kinds that extensions add. Throws `MANAGED_MODELS_FOLDER`.
 */
export function buildSection(
  { directory, folders }: CompleteSettings["models"],
  present: readonly string[],
): Section | undefined {
  const lines = new Map<string, string[]>();
  const add = (kind: string, path: string): void => {
    const before = lines.get(kind) ?? [];
    if (!before.includes(path)) lines.set(kind, [...before, path]);
  };
  if (directory !== undefined) {
    for (const [kind, names] of Object.entries(kinds)) for (const name of names) add(kind, name);
    for (const name of present.filter((one) => isKind(one) && !knownFolders.has(one)).sort()) add(name, name);
  }
  for (const entry of folders) add(...parseFolderEntry(entry, directory));
  if (lines.size === 0) return undefined;
  return {
    ...(directory === undefined ? {} : { base_path: directory }),
    ...Object.fromEntries([...lines].map(([kind, paths]) => [kind, paths.join("\n")])),
  };
}
