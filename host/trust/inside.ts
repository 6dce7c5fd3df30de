// Whether a path lies in a folder of a project.

import { resolve } from "node:path";
import { isWithin, realPathOfExisting } from "@pictor/kernel";
import { isNetworkPath } from "./network-path.js";

/** A relative `path` starts at the folder. Links are followed, as far as the path exists. */
export const isInside = (folder: string, path: string): boolean =>
  !isNetworkPath(path) && isWithin(realPathOfExisting(folder), realPathOfExisting(resolve(folder, path)));
