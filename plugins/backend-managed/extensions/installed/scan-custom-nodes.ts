// Scans custom_nodes for the entries that ComfyUI would load, and for disabled ones.

import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareTexts } from "@pictor/extensions";
import { ignoreMissing } from "../../file-entries.js";

/** An entry whose contents have not been read. */
export interface CustomNodeEntry {
  /** Absolute path of the entry itself, which may be a symbolic link. */
  readonly path: string;
  /** The folder that ComfyUI loads the extension from. */
  readonly folder: string;
  /** The name of the entry while the extension is enabled. */
  readonly place: string;
  readonly kind: "folder" | "file";
  readonly isLink: boolean;
  /**
   * How the extension is disabled. `suffix`: as `<name>.disabled`. `shelf`: as `.disabled/<id>@<version>`, as newer
   * Managers do.
   */
  readonly state: "enabled" | "suffix" | "shelf";
}

const suffix = ".disabled";
const disabledFolder = ".disabled";

/**
 * Empty for a missing folder; rejects with the system's error for one that cannot be read. Like ComfyUI, skips
 * `__pycache__`, hidden entries, and files other than Python.
 */
export async function scanCustomNodes(customNodes: string): Promise<readonly CustomNodeEntry[]> {
  const entries = await entriesIn(customNodes);
  const found: CustomNodeEntry[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name === disabledFolder && !entry.isFile()) found.push(...(await scanDisabledFolder(customNodes)));
    if (name === "__pycache__" || name.startsWith(".")) continue;
    const isOff = name.endsWith(suffix);
    const place = isOff ? name.slice(0, -suffix.length) : name;
    const one = await readEntry(customNodes, entry, place, isOff ? "suffix" : "enabled");
    if (one !== undefined) found.push({ ...one, folder: customNodes });
  }
  return found;
}

async function scanDisabledFolder(customNodes: string): Promise<readonly CustomNodeEntry[]> {
  const folder = join(customNodes, disabledFolder);
  // A folder that cannot be read counts as empty; the other folders are still scanned.
  const entries = await entriesIn(folder).catch(() => []);
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith(".") && name !== "__pycache__")
      .map((entry) => readEntry(folder, entry, entry.name.replace(/(?<=.)@.*$/s, ""), "shelf")),
  );
  return found.flatMap((one) => (one === undefined ? [] : [{ ...one, folder: customNodes }]));
}

async function readEntry(
  folder: string,
  entry: Dirent,
  place: string,
  state: CustomNodeEntry["state"],
): Promise<Omit<CustomNodeEntry, "folder"> | undefined> {
  const path = join(folder, entry.name);
  const isLink = entry.isSymbolicLink();
  const target = isLink ? await stat(path).catch(() => undefined) : entry;
  // ComfyUI tries to load a dangling link as a folder, and reports the failure.
  const kind = target === undefined || target.isDirectory() ? "folder" : target.isFile() ? "file" : undefined;
  if (kind === undefined || (kind === "file" && !place.endsWith(".py"))) return undefined;
  return { path, place, kind, isLink, state };
}

async function entriesIn(folder: string): Promise<readonly Dirent[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  return entries.sort((a, b) => compareTexts(a.name, b.name));
}
