// The errors of work on backends: operations that an instance does not support, and extensions that cannot be locked.

import { defineErrors } from "@pictor/kernel";

export const catalog = {
  BACKEND_CANNOT: { class: "input", message: "{backend} ({kind}) {cannot}.", fix: "{advice}" },
  BACKEND_COMFYUI_FOREIGN: {
    class: "input",
    message: "{backend} uses a ComfyUI that Pictor did not install (comfyDirectory).",
    fix: "Update that ComfyUI with git.",
  },
  BACKEND_COMFYUI_ABSENT: {
    class: "input",
    message: "There is no usable ComfyUI for {backend}: {reason}.",
    fix: "Correct comfyDirectory and python; nothing was written.",
  },
  EXTENSIONS_NOT_LOCKABLE: {
    class: "input",
    message: "{what}",
    fix: "Check and install what is missing: `pictor extensions check --install`.",
  },
} as const;

export const workFault = defineErrors(catalog);
