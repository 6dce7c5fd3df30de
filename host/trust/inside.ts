// Whether a path is inside a project's folder, and whether other programs run or obey the files at the path.

import { relative } from "node:path";
import { absolutePath, isWithin, realPathOfExisting } from "@pictor/kernel";
import { isNetworkPath } from "./network-path.js";

/**
 * Whether a path is inside the folder. A relative path starts at the folder. Links are resolved for the part of the
 * path that exists.
 */
export const isInside = (folder: string, path: string): boolean =>
  !isNetworkPath(path) &&
  isWithin(realPathOfExisting(folder), realPathOfExisting(absolutePath(path, folder)));

/**
 * A name in a path as file systems compare it: in lower case, without invisible characters, and without dots and spaces
 * at the end.
 */
const compared = (part: string): string => part.replace(/\p{Cf}|(?<![. ])[. ]+$/gu, "").toLowerCase();

/**
 * Whether a name is that of a hidden folder, such as `.git` or `.vscode`, of `node_modules`, or a short name of
 * Windows, such as `git~1`.
 */
const isToolFolder = (part: string): boolean =>
  part.startsWith(".") || part === "node_modules" || /~\d/.test(part);

/**
 * Whether a path below the folder passes through a folder whose files other programs run or obey. Links are resolved.
 */
export const isInToolFolder = (folder: string, path: string): boolean =>
  relative(realPathOfExisting(folder), realPathOfExisting(absolutePath(path, folder)))
    .split(/[\\/]/)
    .some((part) => isToolFolder(compared(part)));

/** A relative path as all systems understand it. Only Windows separates folders with backslashes. */
export const withSlashes = (path: string, platform: NodeJS.Platform = process.platform): string =>
  platform === "win32" ? path.replaceAll("\\", "/") : path;
