// The settings of an instance with the defaults of omitted groups filled in. Pure.

import type { ManagedSettings } from "./settings.gen.js";

type Group = "install" | "launch" | "models" | "extensions";
export type CompleteSettings = Omit<ManagedSettings, Group> & {
  readonly [Name in Group]: NonNullable<ManagedSettings[Name]>;
};

/** The kernel fills in defaults inside present groups only; these are for omitted ones. A test compares them with plugin.json. */
export const groupDefaults: { readonly [Name in Group]: NonNullable<ManagedSettings[Name]> } = {
  install: {
    source: "https://github.com/Comfy-Org/ComfyUI.git",
    version: "latest",
    uv: "auto",
    device: "auto",
    torchIndex: "",
    index: "",
    extraIndexes: [],
    packages: [],
    manager: true,
    minFreeGB: 8,
  },
  launch: {
    host: "",
    port: 8188,
    portInUse: "fail",
    device: "auto",
    vram: "auto",
    previewMethod: "auto",
    attention: "auto",
    precision: "auto",
    vaePrecision: "auto",
    manager: true,
    arguments: "",
    startTimeoutMs: 600_000,
    restarts: 0,
  },
  models: { folders: [] },
  extensions: {
    indexes: ["https://raw.githubusercontent.com/Comfy-Org/ComfyUI-Manager/main/custom-node-list.json"],
    nodeMap: "https://raw.githubusercontent.com/Comfy-Org/ComfyUI-Manager/main/extension-node-map.json",
    registry: "https://api.comfy.org",
  },
};

export const complete = (settings: ManagedSettings): CompleteSettings => ({ ...groupDefaults, ...settings });
