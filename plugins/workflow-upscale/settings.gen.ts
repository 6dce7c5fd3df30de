// Generated from plugin.json by `npm run gen`; do not edit.

export type UpscaleParams = {
  /** File to scale: PNG, JPEG, WebP, GIF or BMP. */
  readonly image: string;
  /** Each side times this, rounded down; 1 without a model leaves the size as it is. Default: 2. */
  readonly scale: number;
  /** As the backend names it; without one the picture is interpolated. */
  readonly model?: string;
  /** Not used with a model. Default: "nearest-exact". */
  readonly method: "nearest-exact" | "bilinear" | "area" | "bicubic" | "lanczos";
  /** Sharpens what was scaled. Default: false. */
  readonly sharpen: boolean;
  /** Unit: px. Default: 1. */
  readonly sharpenRadius: number;
  /** How wide the blur is that sharpening subtracts. Default: 1. */
  readonly sharpenSigma: number;
  /** Default: 1. */
  readonly sharpenAlpha: number;
};
