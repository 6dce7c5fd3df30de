// The prompts that have ended, as far as the memory of the pool allows: the oldest ones are forgotten first.

import { stringifyJson } from "@pictor/kernel/plugin";
import type { Entry } from "./entry.js";

/** The most prompts that are kept, and the most characters of their graphs: a graph can contain images as text. */
const longestKept = 2_000;
const longestGraphs = 64 << 20;

/** `onForgotten` is called for each prompt that is no longer kept. The newest one is always kept. */
export function createEndedPrompts(onForgotten: (entry: Entry) => void) {
  const kept = new Map<string, { readonly entry: Entry; readonly size: number }>();
  let size = 0;
  const remove = (id: string): void => {
    size -= kept.get(id)?.size ?? 0;
    kept.delete(id);
  };
  return {
    get: (id: string) => kept.get(id)?.entry,
    add(entry: Entry): void {
      const added = { entry, size: stringifyJson(entry.submission.graph).length };
      kept.set(entry.id, added);
      size += added.size;
      for (const [id, oldest] of kept) {
        if (kept.size === 1 || (kept.size <= longestKept && size <= longestGraphs)) return;
        remove(id);
        onForgotten(oldest.entry);
      }
    },
    delete: remove,
    /** The newest last. */
    *all(): Iterable<Entry> {
      for (const { entry } of kept.values()) yield entry;
    },
  };
}
