// Models, VAEs and text encoders: which setting of a workflow a name of the web UI fills.

import { nameUnknown } from "../base/faults.js";
import type { Note } from "../base/note.js";
import { filesMeant, matchName } from "./match-name.js";

export interface ModelFiles {
  readonly checkpoints: readonly string[];
  /** Models without text encoders and VAE. */
  readonly diffusionModels: readonly string[];
}

/** The files that a client can choose, each once. */
export const modelTitles = ({ checkpoints, diffusionModels }: ModelFiles): readonly string[] => [
  ...new Set([...checkpoints, ...diffusionModels]),
];

/** The setting for a model: a checkpoint, or else a diffusion model. Throws `A1111_NAME_UNKNOWN`. */
export function modelSetting(name: string, files: ModelFiles, field: string) {
  const model = matchName(files.checkpoints, name);
  if (model !== undefined) return { model };
  const diffusionModel = matchName(files.diffusionModels, name);
  if (diffusionModel !== undefined) return { diffusionModel };
  const known = modelTitles(files);
  throw nameUnknown({ field, kind: "model", name, list: "sd-models", known, meant: filesMeant(known, name) });
}

/** The file for the name of a VAE. Throws `A1111_NAME_UNKNOWN`. */
export function vaeSetting(name: string, vaes: readonly string[], field: string): string {
  const vae = matchName(vaes, name);
  if (vae !== undefined) return vae;
  throw nameUnknown({ field, kind: "VAE", name, list: "sd-vae", known: vaes, meant: filesMeant(vaes, name) });
}

const mostEncoders = 4;

/**
 * The settings for the modules of the web UI Forge: at most one VAE, and up to four text encoders in their order. Throws
 * `A1111_NAME_UNKNOWN`.
 */
export function moduleSettings(
  names: readonly string[],
  files: { readonly vaes: readonly string[]; readonly encoders: readonly string[] },
  field: string,
): { readonly settings: Readonly<Record<string, string>>; readonly notes: readonly Note[] } {
  const vaes: string[] = [];
  const encoders: string[] = [];
  for (const name of names) {
    const vae = matchName(files.vaes, name);
    const encoder = vae === undefined ? matchName(files.encoders, name) : undefined;
    if (vae !== undefined) vaes.push(vae);
    else if (encoder !== undefined) encoders.push(encoder);
    else {
      const known = [...files.vaes, ...files.encoders];
      const meant = filesMeant(known, name);
      throw nameUnknown({ field, kind: "module", name, list: "sd-modules", known, meant });
    }
  }
  const left = [...vaes.slice(1), ...encoders.slice(mostEncoders)];
  return {
    settings: {
      ...(vaes[0] !== undefined && { vae: vaes[0] }),
      ...Object.fromEntries(
        encoders.slice(0, mostEncoders).map((file, index) => [`encoder${index + 1}`, file] as const),
      ),
    },
    notes: left.map((file) => ({
      field,
      message: `The module ${file} had no effect, because a model has one VAE and at most ${mostEncoders} text encoders.`,
    })),
  };
}
