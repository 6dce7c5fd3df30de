// Keeps finished prompts in memory, oldest first.
import { PythonError, typeName, type UiOutput } from "@pictor/comfyui-graph";
import { keepNewest } from "@pictor/kernel/plugin";
import { queueTuple, type QueueItem } from "./queue.js";

/** One of the messages that the history keeps: `execution_start`, `execution_cached` and the message that ended the run. */
export type HistoryMessage = readonly [type: string, data: Readonly<Record<string, unknown>>];

export interface HistoryEntry {
  readonly prompt: readonly unknown[];
  readonly outputs: Readonly<Record<string, UiOutput>>;
  readonly status: {
    readonly status_str: "success" | "error";
    readonly completed: boolean;
    readonly messages: readonly HistoryMessage[];
  };
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A finished prompt as the runner reports it. */
export interface FinishedPrompt {
  readonly item: QueueItem;
  readonly outputs: ReadonlyMap<string, { readonly ui: UiOutput; readonly originalNodeId: string }>;
  readonly succeeded: boolean;
  readonly messages: readonly HistoryMessage[];
}

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
      entries.set(prompt.item.promptId, entryOf(prompt));
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

function entryOf({ item, outputs, succeeded, messages }: FinishedPrompt): HistoryEntry {
  const meta = (originalNodeId: string): Record<string, unknown> => ({
    node_id: originalNodeId,
    display_node: originalNodeId,
    parent_node: null,
    real_node_id: originalNodeId,
  });
  return {
    prompt: queueTuple(item),
    outputs: Object.fromEntries([...outputs].map(([id, { ui }]) => [id, ui])),
    status: { status_str: succeeded ? "success" : "error", completed: succeeded, messages },
    meta: Object.fromEntries([...outputs].map(([id, { originalNodeId }]) => [id, meta(originalNodeId)])),
  };
}
