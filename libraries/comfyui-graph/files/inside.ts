// Decides whether a path stays inside a folder.
import path from "node:path";

/** The absolute path of `parts` below `root`, or undefined when the path would be outside. */
export function inside(root: string, ...parts: readonly string[]): string | undefined {
  const target = path.resolve(root, ...parts);
  const relative = path.relative(root, target);
  const isOutside = relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return isOutside ? undefined : target;
}
