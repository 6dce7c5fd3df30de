// Whether a path lies in a folder.

import { isAbsolute, relative, resolve } from "node:path";
import { realPathOfExisting } from "@pictor/kernel";

/** A network path of Windows: looking at it already sends the user's credentials to its server. */
export const isNetworkPath = (path: string): boolean => /^[\\/]{2}/.test(path);

/** A relative `path` starts at the folder. Links are followed, as far as the path exists. */
export function isInside(folder: string, path: string): boolean {
  if (isNetworkPath(path)) return false;
  const way = relative(realPathOfExisting(folder), realPathOfExisting(resolve(folder, path)));
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}
