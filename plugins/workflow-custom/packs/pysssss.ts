// ComfyUI-Custom-Scripts (pysssss): texts of the last run, and presets that the browser stores.

import type { Pack } from "./pack.js";

export const pysssss: Pack = {
  virtual: { "PresetText|pysssss": "browser" },
  widgets: { "ShowText|pysssss": { isDisplay: true } },
};
