// The cache folder on each operating system.

import { posix, win32 } from "node:path";
import type { SystemEnvironment } from "@pictor/kernel";

/** The folder `pictor` in the cache folder of the user: XDG Base Directory, Caches, or %LOCALAPPDATA%. */
export function cacheFolder({ env, platform, home }: SystemEnvironment): string {
  if (platform === "win32") {
    const local = env["LOCALAPPDATA"] ?? "";
    return win32.join(local === "" ? win32.join(home, "AppData", "Local") : local, "pictor", "cache");
  }
  if (platform === "darwin") return posix.join(home, "Library", "Caches", "pictor");
  const given = env["XDG_CACHE_HOME"] ?? "";
  // The XDG Base Directory specification requires that relative paths are ignored.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, ".cache"), "pictor");
}
