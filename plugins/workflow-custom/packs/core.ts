// ComfyUI's own editor.

import type { Pack } from "./pack.js";

export const core: Pack = {
  virtual: { Note: "annotation", MarkdownNote: "annotation", Reroute: "reroute", PrimitiveNode: "primitive" },
  widgets: { PreviewAny: { isDisplay: true } },
};
