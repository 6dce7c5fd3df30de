// Generated from plugin.json by `npm run gen`; do not edit.

export type HiresFixSettings = {
  /** Of each side. Default: 2. */
  readonly scale: number;
  /** Where no upscale model is given; bislerp is for latents, lanczos for pictures. Default: "nearest-exact". */
  readonly method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp" | "lanczos";
  /** File, as the backend names it; what it gives is scaled to the target. */
  readonly model?: string;
  /** Default: 20. */
  readonly steps: number;
  /** How much of the picture is made anew. Default: 0.7. */
  readonly denoise: number;
  /** That of the first pass when not given. */
  readonly cfg?: number;
  /** That of the first pass when not given. */
  readonly sampler?: string;
  /** That of the first pass when not given. */
  readonly scheduler?: string;
  /** Takes model and conditioning as the add-ons left them; else as the template loaded them. Default: true. */
  readonly inherit: boolean;
};
