// Names of the five hooks, and of the bands and phases that order the taps inside them.

/** Every hook, in the order in which a generation comes to them. */
export const hookNames = [
  "beforeSend",
  "buildWorkflow",
  "beforeFirstBatch",
  "onEvent",
  "afterOutput",
] as const;

/** One of the five hooks. */
export type HookName = (typeof hookNames)[number];

/** The order inside a hook. `auth` and `sign` exist for `beforeSend` only: what they write is a credential. */
export const bands = ["prepare", "default", "late", "auth", "sign", "observe"] as const;

/** One of `bands`. */
export type Band = (typeof bands)[number];

/** The bands of every hook: outside of `beforeSend` nothing that is written is a credential. */
export type CommonBand = Exclude<Band, "auth" | "sign">;

/** The order inside `buildWorkflow`: templates tap prepare, sample and finish; features tap condition or refine. */
export const phases = ["prepare", "condition", "sample", "refine", "finish"] as const;

/** One of `phases`. */
export type Phase = (typeof phases)[number];
