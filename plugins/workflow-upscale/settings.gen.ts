// Generated from plugin.json by `npm run gen`; do not edit.

export type UpscaleParams = {
  /** File of the image to scale: PNG, JPEG, WebP, GIF, BMP or AVIF. */
  readonly image: string;
  /** Factor for each side, which is rounded down; 1 without an upscale model leaves the image unchanged. Default: 2. */
  readonly scale: number;
  /** File, as the backend names it; when not given, the image is interpolated. */
  readonly model?: string;
  /** Ignored with an upscale model. Default: "nearest-exact". */
  readonly method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos";
  /** Sharpens the scaled image. Default: false. */
  readonly sharpen: boolean;
  /** Unit: px. Default: 1. */
  readonly sharpenRadius: number;
  /** Width of the blur that sharpening subtracts. Default: 1. */
  readonly sharpenSigma: number;
  /** Default: 1. */
  readonly sharpenAlpha: number;
};
