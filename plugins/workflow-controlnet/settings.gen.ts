// Generated from plugin.json by `npm run gen`; do not edit.

export type ControlnetSettings = {
  /** The control image, or the image from which the preprocessor makes it. */
  readonly image: string;
  /** ControlNet file, as the backend names it. */
  readonly model: string;
  /** Preprocessor that makes the guiding image; none when not given. */
  readonly preprocessor?: string;
  /** Resolution of the preprocessor; the smaller side of the generated image when not given. Unit: px. */
  readonly resolution?: number;
  /** Default: 1. */
  readonly strength: number;
  /** Fraction of sampling at which the ControlNet starts to act. Default: 0. */
  readonly start: number;
  /** Fraction of sampling at which the ControlNet stops acting. Default: 1. */
  readonly end: number;
};

export type ReferenceOnlySettings = {
  /** The reference image. */
  readonly image: string;
};
