// Whether a path lies in a folder.

import { isAbsolute, relative, resolve } from "node:path";

/** Decides by the text of the paths alone; a relative `path` starts at the folder. Links are not followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, path));
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}
