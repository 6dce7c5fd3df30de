// ComfyUI's own editor.

import type { Pack } from "./pack.js";

export const core: Pack = {
  namesFiles: [
    ...["SaveImage", "SaveVideo", "SaveAnimatedWEBP", "SaveWEBM", "SaveAudio", "SaveGLB", "SaveAnimatedPNG"],
    ...["CLIPSave", "VAESave", "ModelSave", "LoraSave", "SaveLatent"],
  ],
  virtual: { Note: "annotation", MarkdownNote: "annotation", Reroute: "reroute", PrimitiveNode: "primitive" },
  widgets: { PreviewAny: { isDisplay: true } },
};
