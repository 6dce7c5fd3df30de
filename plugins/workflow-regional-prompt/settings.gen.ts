// Generated from plugin.json by `npm run gen`; do not edit.

export type RegionalPromptSettings = {
  /** The regions, applied in this order. */
  readonly regions: readonly {
    /** Image of the region: white is inside. */
    readonly mask: string;
    /** Default: "". */
    readonly prompt: string;
    /** Default: "". */
    readonly negative: string;
    /** Default: 1. */
    readonly strength: number;
    /** Whether the prompt is sampled within the bounds of the mask only (`mask bounds`) or on the whole image. Default: "default". */
    readonly area: "default" | "mask bounds";
  }[];
};
