// Reads the lists of extensions and the table of node classes that the settings name.

import { mergeIndexes, readIndex, readNodeMap, type IndexEntry, type NodeMap } from "@pictor/extensions";
import { reasonOf, type CallOptions } from "@pictor/kernel/plugin";
import { shownAddress } from "../../git/repository-address.js";
import type { Instance } from "../../instance.js";
import { readSource } from "./cached-source.js";

/** An entry of a list. `allowsFiles`: the list is a file on this machine, so the entry may name a folder as its source. */
export type ListedEntry = IndexEntry & { readonly allowsFiles: boolean };

export type Indexes = ReturnType<typeof createIndexes>;

/** Parses a text again only when it has changed. */
function memoizedParser<T>(parse: (text: string, address: string) => T) {
  const known = new Map<string, { readonly text: string; readonly value: T }>();
  return (address: string, text: string): T => {
    const before = known.get(address);
    if (before?.text === text) return before.value;
    const value = parse(text, address);
    known.set(address, { text, value });
    return value;
  };
}

export function createIndexes(instance: Instance) {
  const { indexes, nodeMap } = instance.settings.extensions;
  const entriesOf = memoizedParser(readIndex);
  const mapOf = memoizedParser(readNodeMap);

  const readList = async (address: string, options: CallOptions): Promise<readonly ListedEntry[]> => {
    const check = (text: string) => void entriesOf(address, text);
    const { text, isFile } = await readSource(instance, address, check, options);
    return entriesOf(address, text).map((entry) => ({ ...entry, allowsFiles: isFile }));
  };

  return {
    /**
     * The entries of all lists. Skips unreadable lists with a warning; if none can be read, rejects with
     * `EXTENSION_INDEX_UNREADABLE`.
     */
    async entries(options: CallOptions = {}) {
      const lists: (readonly ListedEntry[])[] = [];
      const failures: unknown[] = [];
      for (const address of indexes) {
        try {
          lists.push(await readList(address, options));
        } catch (error) {
          options.signal?.throwIfAborted();
          failures.push(error);
          instance.logger.warn("A list of extensions is left out.", {
            source: shownAddress(address),
            reason: reasonOf(error),
          });
        }
      }
      if (lists.length === 0 && failures.length > 0) throw failures[0];
      return mergeIndexes(lists) as readonly ListedEntry[];
    },
    async nodeMap(options: CallOptions = {}): Promise<NodeMap> {
      if (nodeMap === "") return new Map();
      const check = (text: string) => void mapOf(nodeMap, text);
      const { text } = await readSource(instance, nodeMap, check, options);
      return mapOf(nodeMap, text);
    },
  };
}
