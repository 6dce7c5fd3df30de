// The errors of presets.

import { defineErrors } from "@pictor/kernel";

export const catalog = {
  PRESET_UNKNOWN: {
    class: "unknown",
    message: 'There is no preset "{name}".',
    fix: "The known ones are: {known}.{suggestion}",
  },
  PRESET_INVALID: {
    class: "input",
    message: "The preset cannot be saved: {reason}.",
    fix: "Correct the preset and save it again.",
  },
  PRESET_OWNED: {
    class: "denied",
    message: "The preset {name} belongs to another token.",
    fix: "Use another name, or a token with the scope admin.",
  },
  PRESETS_NOT_READABLE: {
    class: "input",
    message: "The file of the presets, {path}, cannot be used: {reason}.",
    fix: "Correct the file, or move it away; nothing was changed.",
  },
} as const;

export const presetFault = defineErrors(catalog);
