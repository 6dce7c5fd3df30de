// Where Python is: in a virtual environment, beside a ComfyUI, and under its usual names. Pure but for `pythonBeside`,
// which looks at the disk.

import { existsSync, lstatSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** A program, and its first arguments. */
export type Command = readonly [file: string, ...args: readonly string[]];

/**
 * The commands of a Python of the system, in the order in which they are tried. On Windows, the launcher `py` comes
 * first: `python3` may be a stub that opens the Store. On macOS, a program that was not started in a terminal has a
 * PATH without the folders of Homebrew and of python.org, so these are looked at too.
 */
export function systemPythons(platform: NodeJS.Platform): readonly [Command, ...Command[]] {
  if (platform === "win32") return [["py", "-3"], ["python"], ["python3"]];
  const exact = ["3.13", "3.12", "3.11", "3.10"].map((version): Command => [`python${version}`]);
  const elsewhere = platform === "darwin" ? ["/opt/homebrew/bin", "/usr/local/bin"] : [];
  return [
    ["python3"],
    ["python"],
    ...exact,
    ...elsewhere.flatMap((folder) => exact.map(([name]): Command => [posix.join(folder, name)])),
  ];
}

/** The Python of a virtual environment. */
export const pythonInVenv = (venv: string, platform: NodeJS.Platform): string =>
  join(venv, ...(platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"]));

export const isLink = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
};

/** What is at a path, without errors. */
export interface PathChecks {
  readonly exists: (path: string) => boolean;
  readonly isLink: (path: string) => boolean;
}
const onDisk: PathChecks = { exists: existsSync, isLink };

/**
 * The Python of a ComfyUI that somebody else installed, if one is in or beside one of its folders: that of a virtual
 * environment, or of the portable ComfyUI for Windows. The Python of an environment is often a link: one to a Python
 * that has been removed since is chosen only if there is no other.
 */
export function pythonBeside(
  folders: readonly string[],
  platform: NodeJS.Platform,
  checks: PathChecks = onDisk,
): string | undefined {
  const paths = folders.flatMap((folder) => [
    ...["venv", ".venv"].map((name) => pythonInVenv(join(folder, name), platform)),
    ...(platform === "win32" ? [join(dirname(folder), "python_embeded", "python.exe")] : []),
  ]);
  return paths.find((path) => checks.exists(path)) ?? paths.find((path) => checks.isLink(path));
}
