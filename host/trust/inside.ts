// Whether a path is inside a project's folder, and whether other programs run or obey the files at the path.

import { relative, resolve } from "node:path";
import { isWithin, realPathOfExisting } from "@pictor/kernel";
import { isNetworkPath } from "./network-path.js";

/** A relative `path` starts at the folder. Links are resolved for the part of the path that exists. */
export const isInside = (folder: string, path: string): boolean =>
  !isNetworkPath(path) && isWithin(realPathOfExisting(folder), realPathOfExisting(resolve(folder, path)));

/** A part of a path as file systems compare it: without case, invisible characters, and dots and spaces at the end. */
const compared = (part: string): string => part.replace(/\p{Cf}|[. ]+$/gu, "").toLowerCase();

/** `.git`, `.vscode` and other hidden folders, and their short names on Windows, such as `git~1`. */
const isToolFolder = (part: string): boolean =>
  part.startsWith(".") || part === "node_modules" || /~\d/.test(part);

/**
 * Whether a path below the folder passes through a folder whose files other programs run or obey. Links are resolved.
 */
export const isInToolFolder = (folder: string, path: string): boolean =>
  relative(realPathOfExisting(folder), realPathOfExisting(resolve(folder, path)))
    .split(/[\\/]/)
    .some((part) => isToolFolder(compared(part)));
