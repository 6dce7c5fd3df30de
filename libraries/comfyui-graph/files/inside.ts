// Where a path is, seen from a folder.
import path from "node:path";
import { isWithin } from "@pictor/kernel/plugin";

/** The absolute path of `parts` below `root`, or undefined when the path would be outside. */
export function inside(root: string, ...parts: readonly string[]): string | undefined {
  const target = path.resolve(root, ...parts);
  return isWithin(root, target) ? target : undefined;
}

/** The path from a folder to what is in it, with slashes on every system. */
export const relativePath = (folder: string, file: string): string =>
  path.relative(folder, file).split(path.sep).join("/");
