// plugins.lock.json in the user's plugin folder: for each plugin that was added, its version, source and digest.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, reasonOf, systemCode } from "@pictor/kernel";
import type { FileLock } from "@pictor/services";
import { packageName } from "../trust/npm-plugins.js";
import { userPluginFault } from "./faults.js";
import type { PinnedPackages } from "./installed-packages.js";

/** Where an added plugin came from, exactly. */
export type PinnedSource =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "archive"; readonly path: string; readonly integrity: string }
  | {
      readonly kind: "npm";
      readonly name: string;
      /** The range or tag that was asked for. */
      readonly wanted: string;
      readonly version: string;
      readonly integrity: string;
    }
  | { readonly kind: "git"; readonly address: string; readonly ref?: string; readonly commit: string }
  /** Saved from a graph; `name` is the title of the workflow. */
  | { readonly kind: "graph"; readonly name: string };

/** An added plugin. */
export interface LockedPlugin {
  readonly version: string;
  readonly source: PinnedSource;
  /** SHA-512 of the names, modes and contents of its files, as in `integrity` of npm. */
  readonly integrity: string;
  /** The npm packages that were installed for it, each with its version and its archive. */
  readonly dependencies?: PinnedPackages;
}

/** The added plugins by their ids. */
export type PluginLock = Readonly<Record<string, LockedPlugin>>;

export const lockFileOf = (folder: string): string => join(folder, "plugins.lock.json");

/** The texts that a source of each kind has. */
const members: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["folder", ["path"]],
  ["archive", ["path", "integrity"]],
  ["npm", ["name", "wanted", "version", "integrity"]],
  ["git", ["address", "commit"]],
  ["graph", ["name"]],
]);

/** An id becomes the name of a folder, and a name an argument of npm, so that neither may be a path or an address. */
function isLocked([id, value]: readonly [string, unknown]): boolean {
  if (!isRecord(value) || typeof value["version"] !== "string") return false;
  const { integrity, source } = value;
  if (typeof integrity !== "string" || !isRecord(source) || !/^[a-z0-9-]+$/.test(id)) return false;
  const isComplete = members.get(source["kind"])?.every((name) => typeof source[name] === "string") === true;
  return isComplete && (source["kind"] !== "npm" || packageName.test(String(source["name"])));
}

/** Reads the lock file; a missing file has no plugins. Rejects with `PLUGIN_LOCK_BROKEN`. */
export async function readLock(folder: string): Promise<PluginLock> {
  const file = lockFileOf(folder);
  const broken = (reason: string, cause?: unknown) =>
    userPluginFault("PLUGIN_LOCK_BROKEN", { file, reason }, { cause });
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return {};
    throw broken(reasonOf(error), error);
  }
  if (!isRecord(content) || content["version"] !== 1 || !isRecord(content["plugins"]))
    throw broken("it has another format");
  const entries = Object.entries(content["plugins"]);
  const wrong = entries.find((entry) => !isLocked(entry));
  if (wrong !== undefined) throw broken(`the entry "${wrong[0]}" has another format`);
  return Object.fromEntries(entries) as PluginLock;
}

/** Replaces the lock file. `held` is its lock. Rejects with `FILE_NOT_WRITABLE`. */
export async function writeLock(folder: string, plugins: PluginLock, held: FileLock): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(plugins).sort(([a], [b]) => (a < b ? -1 : 1)));
  await held.replace(
    lockFileOf(folder),
    `${JSON.stringify({ version: 1, plugins: sorted }, null, 2)}\n`,
    0o600,
  );
}
