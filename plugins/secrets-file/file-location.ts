// The location of the file, and its form as shown to the user.

import { posix, win32 } from "node:path";
import { dataFile, type SystemEnvironment } from "@pictor/kernel/plugin";

export interface FileLocation {
  readonly path: string;
  /** Whether the folder contains only files of Pictor. */
  readonly hasOwnFolder: boolean;
}

/** Locates the file. `configured` may start with `~/`. Returns undefined for a path that depends on the working directory. */
export function locateFile(
  configured: string,
  name: string,
  machine: SystemEnvironment,
): FileLocation | undefined {
  const path = dataFile(configured, name, machine);
  return path === undefined ? undefined : { path, hasOwnFolder: configured === "" };
}

/** Abbreviates the home folder to a tilde. */
export const abbreviateHome = (path: string, { home, platform }: SystemEnvironment): string => {
  const { sep } = platform === "win32" ? win32 : posix;
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
};
