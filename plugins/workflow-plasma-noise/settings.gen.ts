// Generated from plugin.json by `npm run gen`; do not edit.

export type PlasmaNoiseSettings = {
  /** Default: "plasma". */
  readonly kind: "plasma" | "random" | "grey" | "pink" | "brown";
  /** Turbulence of the kind plasma. Default: 2.75. */
  readonly turbulence: number;
  /** Default: -1. */
  readonly valueMin: number;
  /** Default: -1. */
  readonly valueMax: number;
  /** Default: -1. */
  readonly redMin: number;
  /** Default: -1. */
  readonly redMax: number;
  /** Default: -1. */
  readonly greenMin: number;
  /** Default: -1. */
  readonly greenMax: number;
  /** Default: -1. */
  readonly blueMin: number;
  /** Default: -1. */
  readonly blueMax: number;
  /** Samples with the extension's own sampler node. Default: false. */
  readonly plasmaSampler: boolean;
  /** Noise that the plasma sampler adds to the latent. Default: 0.05. */
  readonly latentNoise: number;
};
