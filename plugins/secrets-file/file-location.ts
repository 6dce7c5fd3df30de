// Where the file is, and how a person would write its place.

import { posix, win32 } from "node:path";
import { dataFile, type SystemEnvironment } from "@pictor/kernel/plugin";

export interface Place {
  readonly path: string;
  /** Whether the folder is there for our files alone. */
  readonly hasOwnFolder: boolean;
}

/** Where the file is. `configured` may start with `~/`; undefined when it would depend on the current folder. */
export function placeOf(configured: string, name: string, machine: SystemEnvironment): Place | undefined {
  const path = dataFile(configured, name, machine);
  return path === undefined ? undefined : { path, hasOwnFolder: configured === "" };
}

/** A path as a person writes it: below the home folder with a tilde. */
export const shortened = (path: string, { home, platform }: SystemEnvironment): string => {
  const { sep } = platform === "win32" ? win32 : posix;
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
};
