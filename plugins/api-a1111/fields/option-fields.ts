// The options of the web UI that Pictor has: of POST /options, and of override_settings in a request.

import type { Note } from "../base/note.js";
import { fieldReader, type Fields } from "./read-field.js";
import { unknownNotes } from "./unknown-fields.js";

export interface OptionFields {
  /** Title or name of a model. */
  readonly checkpoint?: string;
  /** Name of a VAE; null for that of the checkpoint. */
  readonly vae?: string | null;
  readonly clipSkip?: number;
  /** Names of VAEs and text encoders, as in the web UI Forge. */
  readonly modules?: readonly string[];
}

export const optionNames = [
  "sd_model_checkpoint",
  "sd_vae",
  "CLIP_stop_at_last_layers",
  "forge_additional_modules",
] as const;
/** Options that are as in Pictor with these values, so that a client may send all options back. */
const alike: Readonly<Record<string, readonly unknown[]>> = {
  sd_checkpoint_hash: ["", null],
  samples_format: ["png"],
};

const automatic = /^(none|automatic|)$/i;

/** `place` is `override_settings.` inside a request. */
export function readOptions(
  fields: Fields,
  place = "",
): { readonly options: OptionFields; readonly notes: readonly Note[] } {
  const read = fieldReader(fields, place);
  const checkpoint = read.text("sd_model_checkpoint");
  const vae = read.text("sd_vae");
  const clipSkip = read.integer("CLIP_stop_at_last_layers", 0, 24);
  const modules = read.list("forge_additional_modules")?.map((name) => {
    if (typeof name === "string") return name;
    throw read.invalid("forge_additional_modules", "a list of texts");
  });
  const same = Object.keys(alike).filter((name) => alike[name]?.includes(fields[name]) === true);
  return {
    options: {
      ...(checkpoint !== undefined && checkpoint !== "" && { checkpoint }),
      ...(vae !== undefined && { vae: automatic.test(vae) ? null : vae }),
      ...(clipSkip !== undefined && { clipSkip: Math.max(clipSkip, 1) }),
      ...(modules !== undefined && { modules }),
    },
    notes: unknownNotes(fields, [...optionNames, ...same], place),
  };
}
