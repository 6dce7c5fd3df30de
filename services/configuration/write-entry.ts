// Writes one entry of a section into its configuration file, unless the file has it already.

import { isDeepStrictEqual } from "node:util";
import type { LoadedConfiguration, SavedSection } from "@pictor/kernel";
import type { ConfiguredEntries, EntryOf } from "./configured-entries.js";
import { readEntry, saveEntry } from "./save-entry.js";
import type { WithFileLock } from "./with-file-lock.js";

export interface EntryWriter<Section extends SavedSection> {
  readonly configuration: Pick<LoadedConfiguration, "writesTo" | "entrySaved">;
  readonly configured: ConfiguredEntries<EntryOf<Section>>;
  /** Serializes writes to a file. */
  readonly fileLock: WithFileLock;
}

/** The file that has an entry, or that a new entry is written to. */
export const fileForEntry = (
  name: string,
  { configuration, configured }: Pick<EntryWriter<SavedSection>, "configuration" | "configured">,
): string => configured.fileOf(name) ?? configuration.writesTo;

/** Writes an entry; undefined removes it. Resolves to the path of the file. Rejects as `changeLayer`, or as the lock does. */
export async function writeEntry<Section extends SavedSection>(
  section: Section,
  name: string,
  entry: EntryOf<Section> | undefined,
  writer: EntryWriter<Section>,
): Promise<string> {
  const { configuration, configured, fileLock } = writer;
  const file = fileForEntry(name, writer);
  await fileLock(file, async (lock) => {
    if (!isDeepStrictEqual(await readEntry(file, section, name), entry)) {
      await saveEntry(file, section, name, entry, lock);
      await configuration.entrySaved?.(file, section, name);
    }
    configured.noteSaved(file, name, entry);
  });
  return file;
}
