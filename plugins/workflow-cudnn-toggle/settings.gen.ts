// Generated from plugin.json by `npm run gen`; do not edit.

export type CudnnToggleSettings = {
  /** Default: false. */
  readonly enable: boolean;
  /** Default: false. */
  readonly benchmark: boolean;
};
