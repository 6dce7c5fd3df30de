// Where a path is, seen from a folder.
import path from "node:path";

/** The absolute path of `parts` below `root`, or undefined when the path would be outside. */
export function inside(root: string, ...parts: readonly string[]): string | undefined {
  const target = path.resolve(root, ...parts);
  const relative = path.relative(root, target);
  const isOutside = relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return isOutside ? undefined : target;
}

/** The path from a folder to what is in it, with slashes on every system. */
export const relativePath = (folder: string, file: string): string =>
  path.relative(folder, file).split(path.sep).join("/");
