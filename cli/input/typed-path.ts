// Paths as users type them on the command line. Pure.

import { join, resolve } from "node:path";

/** The folders that a typed path is relative to. */
export interface PathContext {
  /** Absolute path of the current folder. */
  readonly folder: string;
  /** The user's home folder, for `~`. */
  readonly home: string;
}

export const absolutePath = (path: string, { folder, home }: PathContext): string =>
  /^~([\\/]|$)/.test(path) ? join(home, path.slice(1)) : resolve(folder, path);
