// Keeps finished prompts in memory, oldest first.
import { PythonError, typeName } from "@pictor/comfyui-graph";
import { historyEntry, type FinishedPrompt, type HistoryEntry } from "@pictor/comfyui-protocol";
import { keepNewest } from "@pictor/kernel/plugin";

export interface History {
  add(prompt: FinishedPrompt): void;
  get(promptId: string): HistoryEntry | undefined;
  /**
   * Returns the newest `maxItems` entries when `offset` is absent or negative, otherwise `maxItems` entries from `offset` on. As on real
   * servers, returns at least one entry, even when `maxItems` is 0.
   */
  list(maxItems?: number, offset?: number): Record<string, HistoryEntry>;
  /** Deletes a prompt. Ignores a scalar that is not a string. As in Python, an array or an object throws, unless the history is empty. */
  delete(promptId: unknown): void;
  clear(): void;
}

/** When the history is full, the oldest entry is removed. */
const MAX_ENTRIES = 10_000;

export function createHistory(): History {
  const entries = new Map<string, HistoryEntry>();
  return {
    add(prompt) {
      entries.set(prompt.prompt.promptId, historyEntry(prompt));
      keepNewest(entries, MAX_ENTRIES);
    },
    get: (promptId) => entries.get(promptId),
    list(maxItems, offset = -1) {
      const all = [...entries];
      const from = offset < 0 && maxItems !== undefined ? all.length - maxItems : offset;
      const found = all.slice(Math.max(0, from));
      // Real servers check the limit after they have added an entry, so they always return at least one.
      return Object.fromEntries(maxItems === undefined ? found : found.slice(0, Math.max(1, maxItems)));
    },
    delete(promptId) {
      if (typeof promptId === "string") entries.delete(promptId);
      else if (typeof promptId === "object" && promptId !== null && entries.size > 0) {
        throw new PythonError("TypeError", `unhashable type: '${typeName(promptId)}'`);
      }
    },
    clear: () => {
      entries.clear();
    },
  };
}
