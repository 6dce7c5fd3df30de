// Keeps finished prompts in memory, oldest first.
import { PythonError, typeName } from "@pictor/comfyui-graph";
import { historyEntry, type FinishedPrompt, type HistoryEntry } from "@pictor/comfyui-protocol";
import { keepNewest } from "@pictor/kernel/plugin";

export type History = ReturnType<typeof createHistory>;

/** When the history is full, the oldest entry is removed. */
const MAX_ENTRIES = 10_000;

export function createHistory() {
  const entries = new Map<string, HistoryEntry>();
  return {
    add(prompt: FinishedPrompt) {
      entries.set(prompt.prompt.promptId, historyEntry(prompt));
      keepNewest(entries, MAX_ENTRIES);
    },
    get: (promptId: string) => entries.get(promptId),
    /** The entries, oldest first. */
    list: (): readonly (readonly [promptId: string, entry: HistoryEntry])[] => [...entries],
    /**
     * Deletes a prompt. Ignores a scalar that is not a string. As in Python, an array or an object throws, unless the
     * history is empty.
     */
    delete(promptId: unknown) {
      if (typeof promptId === "string") entries.delete(promptId);
      else if (typeof promptId === "object" && promptId !== null && entries.size > 0) {
        throw new PythonError("TypeError", `unhashable type: '${typeName(promptId)}'`);
      }
    },
    clear: () => entries.clear(),
  };
}
