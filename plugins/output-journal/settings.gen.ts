// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Absolute, or below the home folder with ~/; empty: history.jsonl in your data folder. Default: "". */
  readonly path: string;
  /** Beyond these, with a tenth to spare, the oldest ones are dropped. Default: 10000. */
  readonly maxEntries: number;
};
