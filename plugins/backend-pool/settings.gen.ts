// Generated from plugin.json by `npm run gen`; do not edit.

export type PoolSettings = {
  /** Names of the backends that the pool uses, of any kind. */
  readonly members: readonly string[];
  /** Weights of members: among members that are otherwise equal, the one with the greatest weight gets the prompt. A member without an entry has the weight 1. Default: []. */
  readonly weights: readonly { readonly member: string; readonly weight: number }[];
  /** How many prompts members run at once. A member without an entry runs as many as those of its own members that get prompts run together (such as the workers of a queue), or one if it has no members. Default: []. */
  readonly capacities: readonly { readonly member: string; readonly capacity: number }[];
  /** Members that are draining from the start, such as one under maintenance: they get no prompts. Default: []. */
  readonly drained: readonly string[];
};
