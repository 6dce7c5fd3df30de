// ComfyUI-Easy-Use: variables, and nodes that show the last run.

import type { Pack } from "./pack.js";

export const easyUse: Pack = {
  virtual: { "easy setNode": "set", "easy getNode": "get" },
  widgets: { "easy showAnything": { isDisplay: true }, "easy showTensorShape": { isDisplay: true } },
};
