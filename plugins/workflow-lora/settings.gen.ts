// Generated from plugin.json by `npm run gen`; do not edit.

export type LoraSettings = {
  /** File, as the backend names it. */
  readonly name: string;
  /** On the model, and on the text encoder where `clipStrength` is not given. Default: 1. */
  readonly strength: number;
  readonly clipStrength?: number;
};
