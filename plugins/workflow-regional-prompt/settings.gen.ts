// Generated from plugin.json by `npm run gen`; do not edit.

export type RegionalPromptSettings = {
  /** In this order. */
  readonly regions: readonly {
    /** Picture of the region: white is inside. */
    readonly mask: string;
    /** Default: "". */
    readonly prompt: string;
    /** Default: "". */
    readonly negative: string;
    /** Default: 1. */
    readonly strength: number;
    /** Whether only the mask's bounds are sampled for it, or the whole picture. Default: "default". */
    readonly area: "default" | "mask bounds";
  }[];
};
