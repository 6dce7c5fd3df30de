// The entries of one section of the configuration files: as loaded, and after each change that this process has written.

import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
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
  /** Stores all entries of a file as another process has written them. Returns the names of those that have changed. */
  noteFile(file: string, saved: Readonly<Record<string, Entry>>): readonly string[];
}

export function createConfiguredEntries<Name extends SavedSection>(
  section: Name,
  { values, layers, userFile }: Pick<LoadedConfiguration, "values" | "layers" | "userFile">,
): ConfiguredEntries<EntryOf<Name>> {
  type Entry = EntryOf<Name>;
  const entriesOf = (of: Configuration): Readonly<Record<string, Entry>> =>
    (of[section] ?? {}) as Readonly<Record<string, Entry>>;
  const entries = new Map<string, Entry>(Object.entries(entriesOf(values)));
  const fileOfEntry = new Map(
    layers.flatMap(({ file, layer }) => Object.keys(entriesOf(layer)).map((name) => [name, file] as const)),
  );
  // The file of the user is the lowest layer, also if it is created later.
  const layersOf = new Map<string, Map<string, Entry>>(userFile === undefined ? [] : [[userFile, new Map()]]);
  for (const { file, layer } of layers) layersOf.set(file, new Map(Object.entries(entriesOf(layer))));

  function noteSaved(file: string, name: string, saved: Entry | undefined): void {
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
  }

  return {
    entries,
    fileOf: (name) => fileOfEntry.get(name),
    noteSaved,
    noteFile(file, saved) {
      const before = layersOf.get(file);
      const names = new Set([...(before?.keys() ?? []), ...Object.keys(saved)]);
      // An unchanged entry stays the same object, by which auth schemes find what they have kept for it.
      const changed = [...names].filter((name) => !isDeepStrictEqual(before?.get(name), saved[name]));
      for (const name of changed) noteSaved(file, name, saved[name]);
      return changed;
    },
  };
}
