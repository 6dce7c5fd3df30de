// The lists of what can be installed, as the settings name them, and the table of node classes.

import { mergeIndexes, readIndex, readNodeMap, type IndexEntry, type NodeMap } from "@pictor/extensions";
import { reasonOf, type CallOptions } from "@pictor/kernel/plugin";
import { withoutCredentials } from "../../git/repository-address.js";
import type { Instance } from "../../instance.js";
import { readSource } from "./cached-source.js";

/** An entry, and whether its list lies on this machine: folders in it count then. */
export type ListedEntry = IndexEntry & { readonly allowsFiles: boolean };

export interface Indexes {
  /** Of all lists; one that cannot be read is told and left out, unless none can: `EXTENSION_INDEX_UNREADABLE`. */
  entries(options?: CallOptions): Promise<readonly ListedEntry[]>;
  nodeMap(options?: CallOptions): Promise<NodeMap>;
}

/** Parsed again only when the text is another. */
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

export function createIndexes(instance: Instance): Indexes {
  const { indexes, nodeMap } = instance.settings.extensions;
  const entriesOf = memoizedParser((text, address) => readIndex(text, address).entries);
  const mapOf = memoizedParser((text, address) => readNodeMap(text, address).map);

  const readList = async (address: string, options: CallOptions): Promise<readonly ListedEntry[]> => {
    const check = (text: string) => void entriesOf(address, text);
    const { text, isFile } = await readSource(instance, address, check, options);
    return entriesOf(address, text).map((entry) => ({ ...entry, allowsFiles: isFile }));
  };

  return {
    async entries(options = {}) {
      const lists: (readonly ListedEntry[])[] = [];
      const failures: unknown[] = [];
      for (const address of indexes) {
        try {
          lists.push(await readList(address, options));
        } catch (error) {
          options.signal?.throwIfAborted();
          failures.push(error);
          instance.logger.warn("A list of extensions is left out.", {
            source: withoutCredentials(address),
            reason: reasonOf(error),
          });
        }
      }
      if (lists.length === 0 && failures.length > 0) throw failures[0];
      return mergeIndexes(lists) as readonly ListedEntry[];
    },
    async nodeMap(options = {}) {
      if (nodeMap === "") return new Map();
      const check = (text: string) => void mapOf(nodeMap, text);
      const { text } = await readSource(instance, nodeMap, check, options);
      return mapOf(nodeMap, text);
    },
  };
}
