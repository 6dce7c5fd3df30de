// Where the file is when nobody says otherwise: the data folder of each operating system.

import { posix, win32 } from "node:path";

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The folder `pictor` for data of one person: XDG Base Directory, Application Support, or %LOCALAPPDATA%. */
export function dataFolder({ env, platform, home }: Machine): string {
  if (platform === "win32")
    return win32.join(env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "pictor");
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "pictor");
  const given = env["XDG_DATA_HOME"] ?? "";
  // The specification has relative paths ignored.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, ".local", "share"), "pictor");
}

export interface Place {
  readonly path: string;
  /** Whether the folder is there for our files alone. */
  readonly hasOwnFolder: boolean;
}

/** Where the file is. `configured` may start with `~/`; undefined when it would depend on the current folder. */
export function placeOf(configured: string, name: string, machine: Machine): Place | undefined {
  const { join, isAbsolute } = machine.platform === "win32" ? win32 : posix;
  if (configured === "") return { path: join(dataFolder(machine), name), hasOwnFolder: true };
  const path = configured.replace(/^~(?=[/\\])/, machine.home);
  return isAbsolute(path) ? { path, hasOwnFolder: false } : undefined;
}

/** A path as a person writes it: below the home folder with a tilde. */
export const shortened = (path: string, { home, platform }: Machine): string => {
  const { sep } = platform === "win32" ? win32 : posix;
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
};
