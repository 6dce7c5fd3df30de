// Generated from plugin.json by `npm run gen`; do not edit.

export type FluxGuidanceSettings = {
  /** Default: 3.5. */
  readonly guidance: number;
};
