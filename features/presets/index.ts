// @pictor/features/presets: the presets of forms.

export { jobParams, type Preset, type PresetForm, type SeedMode } from "./preset.js";
export { openPresets, presetsFile, type PresetChanger, type Presets } from "./presets.js";
export { presetOperations, type PresetContext } from "./operations.js";
