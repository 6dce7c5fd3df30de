// Generated from plugin.json by `npm run gen`; do not edit.

export type UpscalerSettings = {
  /** Of each side. Default: 2. */
  readonly scale: number;
  /** Where no upscale model is given; bislerp is for latents, lanczos for pictures. Default: "nearest-exact". */
  readonly method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp" | "lanczos";
  /** File, as the backend names it; what it gives is scaled to the target. */
  readonly model?: string;
};
