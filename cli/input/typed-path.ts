// Paths as users type them on the command line. Pure.

import { resolve } from "node:path";
import { expandHome } from "@pictor/host/records";

/** The folders that a typed path is relative to. */
export interface PathContext {
  /** Absolute path of the current folder. */
  readonly folder: string;
  /** The user's home folder, for `~`. */
  readonly home: string;
}

export const absolutePath = (path: string, { folder, home }: PathContext): string =>
  resolve(folder, expandHome(path, home));
