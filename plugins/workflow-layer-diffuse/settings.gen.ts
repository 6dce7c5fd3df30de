// Generated from plugin.json by `npm run gen`; do not edit.

export type LayerDiffuseSettings = {
  /** Default: "sdxl". */
  readonly model: "sd15" | "sdxl";
  /** Default: 1. */
  readonly weight: number;
};
