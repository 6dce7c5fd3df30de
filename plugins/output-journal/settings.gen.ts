// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Absolute path, or a path below your home folder with ~/; history.jsonl in your data folder when empty. Default: "". */
  readonly path: string;
  /** The oldest entries are dropped once there are 10% more entries than this. Default: 10000. */
  readonly maxEntries: number;
};
