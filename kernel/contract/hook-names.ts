// Names of the five hooks, and of the bands and phases that order the taps inside them.

/** Every hook, in the order in which a generation reaches them. */
export const hookNames = [
  "beforeSend",
  "buildWorkflow",
  "beforeFirstBatch",
  "onEvent",
  "afterOutput",
] as const;

/** One of the five hooks. */
export type HookName = (typeof hookNames)[number];

/** The order of taps inside a hook. Only `beforeSend` has `auth` and `sign`; whatever these two add is a credential. */
export const bands = ["prepare", "default", "late", "auth", "sign", "observe"] as const;

/** One of `bands`. */
export type Band = (typeof bands)[number];

/** The bands that every hook except `buildWorkflow` has. */
export type CommonBand = Exclude<Band, "auth" | "sign">;

/**
 * The order of taps inside `buildWorkflow`: templates tap `prepare`, `sample` and `finish`; features tap `condition` or
 * `refine`.
 */
export const phases = ["prepare", "condition", "sample", "refine", "finish"] as const;

/** One of `phases`. */
export type Phase = (typeof phases)[number];
