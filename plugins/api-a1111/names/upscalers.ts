// Upscalers: the names of the web UI for the interpolations and the upscale models of Pictor, and back.

import { nameUnknown } from "../base/faults.js";
import type { Note } from "../base/note.js";
import { filesMeant, matchName, modelName } from "./match-name.js";

/** Upscalers of the web UI that scale the latent of the first pass. */
export const latentModes = ["Latent", "Latent (bicubic)", "Latent (nearest-exact)"] as const;
/** Upscalers of the web UI that need no model file. */
export const plainUpscalers = ["None", "Lanczos", "Nearest"] as const;

/** The interpolation for a name, and a name of the web UI that is exactly this interpolation if the given one is not. */
const methods: Readonly<Record<string, { readonly method: string; readonly instead?: string }>> = {
  latent: { method: "bilinear" },
  "latent (antialiased)": { method: "bilinear", instead: "Latent" },
  "latent (bicubic)": { method: "bicubic" },
  "latent (bicubic antialiased)": { method: "bicubic", instead: "Latent (bicubic)" },
  "latent (nearest)": { method: "nearest-exact", instead: "Latent (nearest-exact)" },
  "latent (nearest-exact)": { method: "nearest-exact" },
  lanczos: { method: "lanczos" },
  nearest: { method: "nearest-exact" },
};

export interface Upscaler {
  readonly settings: { readonly method?: string; readonly model?: string };
  readonly notes: readonly Note[];
}

/** `models` are the upscale models of the backend. Throws `A1111_NAME_UNKNOWN`. */
export function upscalerOf(name: string, models: readonly string[], field: string): Upscaler {
  const plain = Object.hasOwn(methods, name.toLowerCase()) ? methods[name.toLowerCase()] : undefined;
  if (plain !== undefined) {
    const { method, instead } = plain;
    if (instead === undefined) return { settings: { method }, notes: [] };
    const message = `The field ${field} is used as ${instead}, because Pictor does not have ${name}.`;
    return { settings: { method }, notes: [{ field, message }] };
  }
  const model = matchName(models, name);
  if (model !== undefined) return { settings: { model }, notes: [] };
  const known = [...plainUpscalers, ...latentModes, ...models.map(modelName)];
  throw nameUnknown({
    field,
    kind: "upscaler",
    name,
    list: "upscalers",
    known,
    meant: filesMeant(models, name),
  });
}
