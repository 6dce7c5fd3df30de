// What lies below custom_nodes: every entry that ComfyUI would load, and those that are disabled.

import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "@pictor/kernel/plugin";

/** One entry, not yet read. */
export interface CustomNodeEntry {
  /** Absolute; of the entry itself, not of what it links to. */
  readonly path: string;
  /** Its name without what marks it as disabled. */
  readonly place: string;
  readonly kind: "folder" | "file";
  readonly isLink: boolean;
  /** `suffix`: `<name>.disabled`; `shelf`: `.disabled/<id>@<version>`, as newer Managers have it. */
  readonly state: "enabled" | "suffix" | "shelf";
}

const suffix = ".disabled";
export const disabledFolder = ".disabled";

/**
 * An absent folder holds nothing; one that cannot be read rejects with the system's error. As ComfyUI does, it passes
 * over `__pycache__`, hidden entries, and files that are not Python.
 */
export async function scanCustomNodes(customNodes: string): Promise<readonly CustomNodeEntry[]> {
  const entries = await entriesIn(customNodes);
  const found: CustomNodeEntry[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name === disabledFolder && !entry.isFile())
      found.push(...(await scanDisabledFolder(join(customNodes, disabledFolder))));
    if (name === "__pycache__" || name.startsWith(".")) continue;
    const isOff = name.endsWith(suffix);
    const place = isOff ? name.slice(0, -suffix.length) : name;
    const one = await readEntry(customNodes, entry, place, isOff ? "suffix" : "enabled");
    if (one !== undefined) found.push(one);
  }
  return found;
}

async function scanDisabledFolder(folder: string): Promise<readonly CustomNodeEntry[]> {
  // A folder that cannot be read counts as empty; the other folders are still scanned.
  const entries = await entriesIn(folder).catch(() => []);
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith(".") && name !== "__pycache__")
      .map((entry) => readEntry(folder, entry, entry.name.replace(/(?<=.)@.*$/s, ""), "shelf")),
  );
  return found.filter((one) => one !== undefined);
}

async function readEntry(
  folder: string,
  entry: Dirent,
  place: string,
  state: CustomNodeEntry["state"],
): Promise<CustomNodeEntry | undefined> {
  const path = join(folder, entry.name);
  const isLink = entry.isSymbolicLink();
  const target = isLink ? await stat(path).catch(() => undefined) : entry;
  // A link to nothing is tried as a folder by ComfyUI, and fails there.
  const kind = target === undefined || target.isDirectory() ? "folder" : target.isFile() ? "file" : undefined;
  if (kind === undefined || (kind === "file" && !place.endsWith(".py"))) return undefined;
  return { path, place, kind, isLink, state };
}

async function entriesIn(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
