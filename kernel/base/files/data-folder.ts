// Where the data of one person is kept on each operating system: for plugins that keep some, and hosts that show it.

import { posix, win32 } from "node:path";

/** What the place of a person's data depends on. */
export interface SystemEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The home folder; absolute. */
  readonly home: string;
}

/** The folder `pictor` for data of one person: XDG Base Directory, Application Support, or %LOCALAPPDATA%. */
export function dataFolder({ env, platform, home }: SystemEnvironment): string {
  if (platform === "win32")
    return win32.join(env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "pictor");
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "pictor");
  const given = env["XDG_DATA_HOME"] ?? "";
  // The specification has relative paths ignored.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, ".local", "share"), "pictor");
}

/** A person's path with `~/` for the home folder; empty: the file `name` of the data folder. Undefined when relative. */
export function dataFile(configured: string, name: string, machine: SystemEnvironment): string | undefined {
  const { join, isAbsolute } = machine.platform === "win32" ? win32 : posix;
  if (configured === "") return join(dataFolder(machine), name);
  const path = configured.replace(/^~(?=[/\\])/, machine.home);
  return isAbsolute(path) ? path : undefined;
}
