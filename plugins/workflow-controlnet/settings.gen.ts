// Generated from plugin.json by `npm run gen`; do not edit.

export type ControlnetSettings = {
  /** The picture that guides, or one that a preprocessor makes it from. */
  readonly image: string;
  /** File, as the backend names it. */
  readonly model: string;
  /** Node that makes the guiding picture first; none when not given. */
  readonly preprocessor?: string;
  /** Of the preprocessor; the smaller side of the picture when not given. Unit: px. */
  readonly resolution?: number;
  /** Default: 1. */
  readonly strength: number;
  /** Share of the sampling after which it begins. Default: 0. */
  readonly start: number;
  /** Share of the sampling after which it ends. Default: 1. */
  readonly end: number;
};

export type ReferenceOnlySettings = {
  /** The reference. */
  readonly image: string;
};
