// Generated from plugin.json by `npm run gen`; do not edit.

export type LoraSettings = {
  /** LoRA file, as the backend names it. */
  readonly name: string;
  /** Strength for the model, and for the text encoder when `clipStrength` is not given. Default: 1. */
  readonly strength: number;
  readonly clipStrength?: number;
};
