// Generated from plugin.json by `npm run gen`; do not edit.

export type FreeuSettings = {
  /** Factor of the backbone, first stage. Default: 1.5. */
  readonly b1: number;
  /** Factor of the backbone, second stage. Default: 1.6. */
  readonly b2: number;
  /** Factor of the skip connections, first stage. Default: 0.9. */
  readonly s1: number;
  /** Factor of the skip connections, second stage. Default: 0.2. */
  readonly s2: number;
};

export type NrsSettings = {
  /** Default: 4. */
  readonly skew: number;
  /** Default: 2. */
  readonly stretch: number;
  /** Default: 0. */
  readonly squash: number;
};

export type DiscreteSamplingSettings = {
  /** Default: "eps". */
  readonly sampling: "eps" | "v_prediction" | "lcm" | "x0";
  /** Default: false. */
  readonly zsnr: boolean;
};

export type CfgRescaleSettings = {
  /** Default: 0.7. */
  readonly multiplier: number;
};
