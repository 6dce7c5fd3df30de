// Whether a path lies in a folder of a project, and whether it is a place for files that are only read.

import { relative, resolve } from "node:path";
import { isWithin, realPathOfExisting } from "@pictor/kernel";
import { isNetworkPath } from "./network-path.js";

/** A relative `path` starts at the folder. Links are followed, as far as the path exists. */
export const isInside = (folder: string, path: string): boolean =>
  !isNetworkPath(path) && isWithin(realPathOfExisting(folder), realPathOfExisting(resolve(folder, path)));

/** A part of a path as file systems compare it: without case, invisible characters, and dots and spaces at the end. */
const compared = (part: string): string => part.replace(/\p{Cf}|[. ]+$/gu, "").toLowerCase();

/** `.git`, `.vscode` and other hidden folders, and their short names on Windows, such as `git~1`. */
const isToolFolder = (part: string): boolean =>
  part.startsWith(".") || part === "node_modules" || /~\d/.test(part);

/** Whether a path below the folder leads through one whose files other programs run or obey. Links are followed. */
export const isInToolFolder = (folder: string, path: string): boolean =>
  relative(realPathOfExisting(folder), realPathOfExisting(resolve(folder, path)))
    .split(/[\\/]/)
    .some((part) => isToolFolder(compared(part)));
