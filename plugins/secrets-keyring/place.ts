// Where the file is: as configured, or in the data folder of each operating system.

import { posix, win32 } from "node:path";

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** XDG Base Directory, Application Support, or %LOCALAPPDATA%. */
function dataFolder({ env, platform, home }: Machine): string {
  if (platform === "win32") return env["LOCALAPPDATA"] || win32.join(home, "AppData", "Local");
  if (platform === "darwin") return posix.join(home, "Library", "Application Support");
  const given = env["XDG_DATA_HOME"] ?? "";
  // The specification has relative paths ignored.
  return posix.isAbsolute(given) ? given : posix.join(home, ".local", "share");
}

/** `configured` may start with `~/`; undefined when the place would depend on the current folder. */
export function placeOf(configured: string, machine: Machine): string | undefined {
  const { join, isAbsolute } = machine.platform === "win32" ? win32 : posix;
  if (configured === "") return join(dataFolder(machine), "pictor", "secrets.keyring.json");
  const path = configured.replace(/^~(?=[/\\])/, machine.home);
  return isAbsolute(path) ? path : undefined;
}
