// The entries of one section of the configuration files: as loaded, and after each change that this process has written.

import { dirname } from "node:path";
import {
  resolveFilePaths,
  deepFreeze,
  type Configuration,
  type LoadedConfiguration,
  type SavedSection,
} from "@pictor/kernel";

export type EntryOf<Name extends SavedSection> = NonNullable<Configuration[Name]>[string];

export interface ConfiguredEntries<Entry> {
  /**
   * The entries, merged from all configuration layers: of entries with the same name, the one in the uppermost layer
   * counts.
   */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The uppermost configuration file that contains the entry. */
  fileOf(name: string): string | undefined;
  /** Stores the value that was written for an entry; undefined for a removed entry. Reads no file again. */
  noteSaved(file: string, name: string, saved: Entry | undefined): void;
}

export function createConfiguredEntries<Name extends SavedSection>(
  section: Name,
  { values, layers }: Pick<LoadedConfiguration, "values" | "layers">,
): ConfiguredEntries<EntryOf<Name>> {
  type Entry = EntryOf<Name>;
  const entriesOf = (of: Configuration): Readonly<Record<string, Entry>> =>
    (of[section] ?? {}) as Readonly<Record<string, Entry>>;
  const entries = new Map<string, Entry>(Object.entries(entriesOf(values)));
  const fileOfEntry = new Map(
    layers.flatMap(({ file, layer }) => Object.keys(entriesOf(layer)).map((name) => [name, file] as const)),
  );
  const layersOf = new Map(
    layers.map(({ file, layer }) => [file, new Map<string, Entry>(Object.entries(entriesOf(layer)))]),
  );
  return {
    entries,
    fileOf: (name) => fileOfEntry.get(name),
    noteSaved(file, name, saved) {
      const written = layersOf.get(file) ?? new Map<string, Entry>();
      layersOf.set(file, written);
      if (saved === undefined) written.delete(name);
      else written.set(name, deepFreeze(resolveFilePaths(saved, dirname(file)) as Entry));
      fileOfEntry.delete(name);
      let found: Entry | undefined;
      for (const [source, layer] of layersOf) {
        const entry = layer.get(name);
        if (entry === undefined) continue;
        found = entry;
        fileOfEntry.set(name, source);
      }
      // A changed entry keeps its position, because the first backend is the default one.
      if (found === undefined) entries.delete(name);
      else entries.set(name, found);
    },
  };
}
