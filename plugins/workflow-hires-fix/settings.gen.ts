// Generated from plugin.json by `npm run gen`; do not edit.

export type HiresFixSettings = {
  /** Factor for each side. Default: 2. */
  readonly scale: number;
  /** Used when no upscale model is given; bislerp works on latents, lanczos on images. Default: "nearest-exact". */
  readonly method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp" | "lanczos";
  /** File, as the backend names it; the output of the model is scaled to the target size. */
  readonly model?: string;
  /** Default: 20. */
  readonly steps: number;
  /** Denoising strength: how much of the image is sampled again. Default: 0.7. */
  readonly denoise: number;
  /** The CFG scale of the first pass when not given. */
  readonly cfg?: number;
  /** The sampler of the first pass when not given. */
  readonly sampler?: string;
  /** The scheduler of the first pass when not given. */
  readonly scheduler?: string;
  /** Uses model and conditioning as the features before sampling left them; otherwise as the workflow loaded them. Default: true. */
  readonly inherit: boolean;
};
