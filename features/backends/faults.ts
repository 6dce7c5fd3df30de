// The errors of work on backends: operations that an instance does not support.

import { defineErrors } from "@pictor/kernel";

export const catalog = {
  BACKEND_CANNOT: { class: "input", message: "{backend} ({kind}) {cannot}.", fix: "{advice}" },
  BACKEND_COMFYUI_FOREIGN: {
    class: "input",
    message: "{backend} uses a ComfyUI that Pictor did not install (comfyDirectory).",
    fix: "Update the ComfyUI with the program that installed it: ComfyUI Desktop, update_comfyui.bat of the portable ComfyUI, or git.",
  },
  BACKEND_COMFYUI_ABSENT: {
    class: "input",
    message: "There is no usable ComfyUI for {backend}: {reason}.",
    fix: "Correct comfyDirectory and python; nothing was written.",
  },
} as const;

export const backendWorkFault = defineErrors(catalog);
