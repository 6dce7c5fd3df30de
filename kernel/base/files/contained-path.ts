// Resolves a path from outside so that it stays inside its folder, with symbolic links resolved.

import { readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep, win32 } from "node:path";
import { fault } from "../errors/error-catalog.js";

const maxLinks = 64;

/** The real path of the existing part of `path`, followed by the rest. Also follows a dangling link. */
export function realPathOfExisting(path: string, depth = 0): string {
  try {
    return realpathSync.native(path);
  } catch {
    const target = depth < maxLinks ? linkTarget(path) : undefined;
    if (target !== undefined) return realPathOfExisting(resolve(dirname(path), target), depth + 1);
    const parent = dirname(path);
    return parent === path ? path : join(realPathOfExisting(parent, depth + 1), basename(path));
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a path is `root` or below it, by the text of the paths: links are not followed. */
export function isWithin(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/**
 * Resolves `path` below `root`. Throws `FILE_ESCAPES` for absolute paths of any operating system, and for `..` or
 * symbolic links that lead out. The file need not exist.
 */
export function containedPath(root: string, path: string): string {
  const escapes = () => fault("FILE_ESCAPES", { path, root });
  if (path.includes("\0") || isAbsolute(path) || win32.isAbsolute(path) || /^[a-z][a-z0-9+.-]*:/i.test(path))
    throw escapes();
  if (path.split(/[\\/]/).includes("..")) throw escapes();
  const realRoot = realPathOfExisting(resolve(root));
  const real = realPathOfExisting(resolve(realRoot, path));
  if (real === realRoot || !isWithin(realRoot, real)) throw escapes();
  return real;
}

/** Whether `path` is an existing file below `root`, with symbolic links resolved. */
export function isContainedFile(root: string, path: string): boolean {
  try {
    return statSync(containedPath(root, path)).isFile();
  } catch {
    return false;
  }
}
