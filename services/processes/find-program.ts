// Which file a program's name means. Only the absolute folders of PATH are searched: the current folder, which Windows
// would search first, may be a stranger's.

import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";

/** What runs when PATH is not set (POSIX leaves the value to the system; these are the folders of `getconf PATH`). */
const usualFolders = "/usr/bin:/bin";
/** The endings of programs when PATHEXT is not set, by the documentation of cmd.exe. */
const usualEndings = ".COM;.EXE;.BAT;.CMD";

/** What is at a path: a file that may be run, another file, or no file. */
type Found = "program" | "file" | undefined;

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  /** On Windows, the case of names does not matter, and the last of two spellings counts. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that a path with a separator starts from, absolute. */
  readonly cwd: string;
  readonly look: (path: string) => Found;
}

/** Looks at the disk. */
export function lookAt(path: string): Found {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return "program";
  } catch {
    return "file";
  }
}

function variable(
  name: string,
  { env, platform }: Pick<Surroundings, "env" | "platform">,
): string | undefined {
  const key = platform === "win32" ? Object.keys(env).findLast((each) => each.toUpperCase() === name) : name;
  return key === undefined ? undefined : env[key];
}

/**
 * The absolute path of the program, or undefined if there is none. A file that may not be run is returned if no other
 * is found, so that the system says why it refuses it. On Windows, a name without one of the endings of PATHEXT stands
 * for a name with one.
 */
export function findProgram(file: string, surroundings: Surroundings): string | undefined {
  const { platform, cwd, look } = surroundings;
  const isWindows = platform === "win32";
  const { delimiter, isAbsolute, join, resolve } = isWindows ? win32 : posix;
  const isPath = isWindows ? /[\\/:]/.test(file) : file.includes("/");
  const folders = (variable("PATH", surroundings) ?? (isWindows ? "" : usualFolders)).split(delimiter);
  const starts = isPath
    ? [resolve(cwd, file)]
    : folders
        .map((folder) => (isWindows ? folder.replace(/^"(.*)"$/, "$1") : folder))
        .filter((folder) => isAbsolute(folder))
        .map((folder) => join(folder, file));
  const endings = isWindows
    ? (variable("PATHEXT", surroundings) ?? usualEndings).split(";").filter(Boolean)
    : [];
  const hasEnding = endings.some((ending) => file.toLowerCase().endsWith(ending.toLowerCase()));
  const candidates = starts.flatMap((start) =>
    isWindows && !hasEnding ? endings.map((ending) => start + ending) : [start],
  );
  return (
    candidates.find((path) => look(path) === "program") ?? candidates.find((path) => look(path) === "file")
  );
}

/** A program of Windows itself. */
export const systemProgram = (name: string, env: Surroundings["env"] = process.env): string =>
  win32.join(variable("SYSTEMROOT", { env, platform: "win32" }) ?? String.raw`C:\Windows`, "System32", name);
