// Whether a path lies in a folder of a project.

import { resolve } from "node:path";
import { isWithin, realPathOfExisting } from "@pictor/kernel";

/** A network path of Windows: looking at it already sends the user's credentials to its server. */
export const isNetworkPath = (path: string): boolean => /^[\\/]{2}/.test(path);

/** A relative `path` starts at the folder. Links are followed, as far as the path exists. */
export const isInside = (folder: string, path: string): boolean =>
  !isNetworkPath(path) && isWithin(realPathOfExisting(folder), realPathOfExisting(resolve(folder, path)));
