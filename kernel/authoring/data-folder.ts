// The folder for user data on each operating system.

import { posix, win32 } from "node:path";
import { expandHome, homeFolder } from "../base/files/home-folder.js";

/** The properties of the system that determine the data folder. */
export interface SystemEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Home folder of the user; absolute. */
  readonly home: string;
}

/** The system and its user as an environment describes them: each system names the home folder in a variable of its own. */
export function thisMachine(
  env: SystemEnvironment["env"],
  platform: NodeJS.Platform = process.platform,
): SystemEnvironment {
  const home = env[platform === "win32" ? "USERPROFILE" : "HOME"];
  return { env, platform, home: homeFolder(home === undefined ? undefined : () => home) };
}

/** The folder `pictor` for user data: XDG Base Directory, Application Support, or %LOCALAPPDATA%. */
export function dataFolder({ env, platform, home }: SystemEnvironment): string {
  if (platform === "win32")
    return win32.join(env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "pictor");
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "pictor");
  const given = env["XDG_DATA_HOME"] ?? "";
  // The XDG Base Directory specification requires that relative paths are ignored.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, ".local", "share"), "pictor");
}

/**
 * Resolves a configured path, in which `~/` is the home folder. An empty path means the file `name` in the data folder;
 * a relative path gives undefined.
 */
export function dataFile(configured: string, name: string, machine: SystemEnvironment): string | undefined {
  const { join, isAbsolute } = machine.platform === "win32" ? win32 : posix;
  if (configured === "") return join(dataFolder(machine), name);
  const path = expandHome(configured, machine.home);
  return isAbsolute(path) ? path : undefined;
}
