// The one writer of configuration files: changes single entries (profiles, backends, environments, cookie jars), or any
// value, atomically.

import { readFile } from "node:fs/promises";
import {
  cloneData,
  fault,
  ifThere,
  parseLayer,
  reasonOf,
  validateLayer,
  type Configuration,
  type SavedSection,
} from "@pictor/kernel";
import type { EntryOf } from "./configured-entries.js";
import type { FileLock } from "./with-file-lock.js";

const read = (file: string): Promise<string | undefined> =>
  ifThere(readFile(file, "utf8")).catch((error: unknown) => {
    throw fault("CONFIG_NOT_READABLE", { file, reason: reasonOf(error) });
  });

/** Finds the indentation of a configuration file. */
const indentOf = (text: string): string => /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";

/** Reads an entry of one configuration file, without other layers. */
export async function readEntry<Section extends SavedSection>(
  file: string,
  section: Section,
  name: string,
): Promise<EntryOf<Section> | undefined> {
  const text = await read(file);
  const layer = text === undefined ? {} : (cloneData(parseLayer(text, file)) as Configuration);
  const entries = layer[section] as Readonly<Record<string, EntryOf<Section>>> | undefined;
  return entries !== undefined && Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/**
 * Changes the content of a file, which is created if necessary. All values that `change` keeps stay the same; the
 * layout of lines may change. Nothing is written if `change` returns the same object. The caller holds the lock of the
 * file. Throws `CONFIG_...`, `FILE_DISK_FULL` or `FILE_NOT_WRITABLE`; the file is then unchanged.
 */
export async function changeLayer(
  file: string,
  change: (layer: Configuration) => Configuration,
  lock: FileLock,
): Promise<void> {
  const text = await read(file);
  const layer = (text === undefined ? {} : parseLayer(text, file)) as Configuration;
  const next = change(layer);
  if (next === layer) return;
  await validateLayer(next, file);
  await lock.replace(file, `${JSON.stringify(next, null, indentOf(text ?? ""))}\n`);
}

/**
 * Sets an entry of a file, in its place if the file has one; undefined removes the entry, and the section with its last
 * one. Throws as `changeLayer`.
 */
export const saveEntry = <Section extends SavedSection>(
  file: string,
  section: Section,
  name: string,
  entry: EntryOf<Section> | undefined,
  lock: FileLock,
): Promise<void> =>
  changeLayer(
    file,
    (layer) => {
      const entries = new Map<string, unknown>(Object.entries(layer[section] ?? {}));
      if (entry === undefined) entries.delete(name);
      else entries.set(name, entry);
      if (entries.size > 0) return { ...layer, [section]: Object.fromEntries(entries) };
      const { [section]: _emptied, ...rest } = layer;
      return rest;
    },
    lock,
  );
