// Generated from plugin.json by `npm run gen`; do not edit.

export type PoolSettings = {
  /** Names of the backends that the pool uses, of any kind. */
  readonly members: readonly string[];
  /** Members that are used before others if nothing else decides: a greater number comes first. Without an entry, a member has the weight 1. Default: []. */
  readonly weights: readonly {
    readonly member: string;
    readonly weight: number;
  }[];
  /** Members that get no prompts from the start, such as one under maintenance. Default: []. */
  readonly drained: readonly string[];
};
