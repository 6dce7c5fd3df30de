// Finished prompts, oldest first, in memory only.
import { PythonError, typeName } from "../graph/python.js";
import type { UiOutput } from "../nodes/node.js";
import { queueTuple, type QueueItem } from "./queue.js";

/** A message that the history keeps: start, cached and the ending. */
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

export interface HistoryRecord {
  readonly item: QueueItem;
  readonly outputs: ReadonlyMap<string, { readonly ui: UiOutput; readonly madeAs: string }>;
  readonly succeeded: boolean;
  readonly messages: readonly HistoryMessage[];
}

export interface History {
  add(record: HistoryRecord): void;
  get(promptId: string): HistoryEntry | undefined;
  /**
   * Without `offset`, or with one below 0, the newest `maxItems`; else `maxItems` from there on, but at least one, as the
   * real server has it.
   */
  list(maxItems?: number, offset?: number): Record<string, HistoryEntry>;
  /** Of one that is no text there is nothing; a list or an object throws, unless the history is empty, as Python does. */
  delete(promptId: unknown): void;
  clear(): void;
}

/** More than this and the oldest is forgotten. */
const MOST_ENTRIES = 10_000;

export function createHistory(): History {
  const entries = new Map<string, HistoryEntry>();
  return {
    add(record) {
      const oldest = entries.keys().next();
      if (entries.size >= MOST_ENTRIES && !oldest.done) entries.delete(oldest.value);
      entries.set(record.item.promptId, entryOf(record));
    },
    get: (promptId) => entries.get(promptId),
    list(maxItems, offset = -1) {
      const all = [...entries];
      const from = offset < 0 && maxItems !== undefined ? all.length - maxItems : offset;
      const found = all.slice(Math.max(0, from));
      // The real server counts when it has taken one.
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

function entryOf({ item, outputs, succeeded, messages }: HistoryRecord): HistoryEntry {
  const meta = (madeAs: string): Record<string, unknown> => ({
    node_id: madeAs,
    display_node: madeAs,
    parent_node: null,
    real_node_id: madeAs,
  });
  return {
    prompt: queueTuple(item),
    outputs: Object.fromEntries([...outputs].map(([id, { ui }]) => [id, ui])),
    status: { status_str: succeeded ? "success" : "error", completed: succeeded, messages },
    meta: Object.fromEntries([...outputs].map(([id, { madeAs }]) => [id, meta(madeAs)])),
  };
}
