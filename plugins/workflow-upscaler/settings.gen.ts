// Generated from plugin.json by `npm run gen`; do not edit.

export type UpscalerSettings = {
  /** Factor for each side. Default: 2. */
  readonly scale: number;
  /** Used when no upscale model is given; bislerp works on latents, lanczos on images. Default: "nearest-exact". */
  readonly method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp" | "lanczos";
  /** File, as the backend names it; the output of the model is scaled to the target size. */
  readonly model?: string;
};
