// Gives a test run a temporary folder and user folders of its own, and removes them at the end with whatever the tests
// have left there.

import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The names under which systems and programs look up the temporary folder. */
const temporary = ["TMPDIR", "TMP", "TEMP"];
/**
 * Plugins under test must not write to the folders of the developer, and the developer's own configuration must not
 * change the result of a test. On Linux the home folder itself stays, where other programs have their caches; on macOS
 * and Windows it decides.
 */
export const foldersOfUser = (platform: NodeJS.Platform): Readonly<Record<string, string>> => ({
  XDG_DATA_HOME: "data",
  XDG_CONFIG_HOME: "config",
  XDG_CACHE_HOME: "cache",
  ...(platform === "darwin" && { HOME: "home" }),
  ...(platform === "win32" && { USERPROFILE: "home", APPDATA: "config", LOCALAPPDATA: "data" }),
});

/** A file system in memory: it needs a fifth of the processor time of a disk, and does not wait for one. */
const inMemory = "/dev/shm";
/** More than the tests of all workers have at the same time, several installations of Python among it. */
const neededBytes = 4 * 2 ** 30;

/**
 * The file system in memory, if Linux has one with room that may hold programs. A folder that the environment names
 * comes first.
 */
function parentFolder(): string {
  if (temporary.some((name) => (process.env[name] ?? "") !== "")) return tmpdir();
  try {
    accessSync(inMemory, constants.W_OK);
    const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
    const [, , , options = ""] = mounts.find((line) => line.split(" ")[1] === inMemory)?.split(" ") ?? [];
    const { bavail, bsize } = statfsSync(inMemory);
    const isFit = options.startsWith("rw,") && !/\bnoexec\b/.test(options) && bavail * bsize >= neededBytes;
    return isFit ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Runs once before the workers start, which inherit the variables. Returns the end of the run. */
export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(realpathSync(parentFolder()), "pictor-tests-"));
  const ofUser = Object.entries(foldersOfUser(process.platform)).map(
    ([name, subfolder]) => [name, join(folder, "user", subfolder)] as const,
  );
  mkdirSync(join(folder, "user/home"), { recursive: true });
  const after = [...temporary.map((name) => [name, folder] as const), ...ofUser];
  const before = after.map(([name]) => [name, process.env[name]] as const);
  for (const [name, path] of after) process.env[name] = path;
  return () => {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
