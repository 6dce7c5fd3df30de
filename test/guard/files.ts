// Lets hermetic tests write only below the temporary folder of their run.

import fs, { constants, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { refuse } from "./refusals.js";

type Words = readonly unknown[];
type Functions = Record<string, ((...words: unknown[]) => unknown) | undefined>;

const writing = constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC;
const longPath = "\\\\?\\";
const roots = [...new Set([tmpdir(), realpathSync(tmpdir())])];

function pathOf(value: unknown): string | undefined {
  if (value instanceof URL) return fileURLToPath(value);
  const path = Buffer.isBuffer(value) ? value.toString() : value;
  if (typeof path !== "string") return undefined;
  // Node copies a file of Windows by its path with this prefix.
  return resolve(path.startsWith(longPath) ? path.slice(longPath.length) : path);
}

/** Throws if the path lies elsewhere. A descriptor, which is no path, was checked when it was opened. */
function requireTemporary(value: unknown): void {
  const path = pathOf(value);
  if (path === undefined || roots.some((root) => path === root || path.startsWith(root + sep))) return;
  // Nothing can be stored there, so tests take these for folders that cannot be written. Only /dev/shm holds files.
  if (!/^\/(dev(?!\/shm)|proc)(\/|$)/.test(path)) throw refuse(`write to ${path}`);
}

function checkOpen([path, flags]: Words): void {
  if (typeof flags === "number" ? (flags & writing) !== 0 : typeof flags === "string" && /[wa+]/.test(flags))
    requireTemporary(path);
}

function checkFirst([path]: Words): void {
  requireTemporary(path);
}

function checkSecond([, path]: Words): void {
  requireTemporary(path);
}

/** What changes files, and the check of its arguments. Each also exists with a promise, and synchronously. */
const checks: Readonly<Record<string, (words: Words) => void>> = {
  open: checkOpen,
  ...Object.fromEntries(
    [
      ...["appendFile", "chmod", "chown", "lchown", "lutimes", "mkdir", "mkdtemp", "rename", "rm", "rmdir"],
      ...["truncate", "unlink", "utimes", "writeFile"],
    ].map((name) => [name, checkFirst]),
  ),
  ...Object.fromEntries(["copyFile", "cp", "link", "symlink"].map((name) => [name, checkSecond])),
};

function guard(functions: Functions, name: string, check: (words: Words) => void): void {
  const original = functions[name];
  if (original === undefined) return;
  const checked = (...words: unknown[]): unknown => {
    check(words);
    return Reflect.apply(original, functions, words);
  };
  // Some have members of their own, such as the form that `promisify` returns.
  functions[name] = Object.assign(checked, original);
}

/** An error is thrown to the caller at once, also where it expects a callback or a promise. */
export function guardFiles(): void {
  for (const [name, check] of Object.entries(checks)) {
    guard(fs as unknown as Functions, name, check);
    guard(fs as unknown as Functions, `${name}Sync`, check);
    guard(fs.promises as unknown as Functions, name, check);
  }
}
