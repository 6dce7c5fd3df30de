// Finished prompts, oldest first, in memory only.
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
  /** Without `offset` the newest `maxItems`, with it `maxItems` from there on. */
  list(maxItems?: number, offset?: number): Record<string, HistoryEntry>;
  delete(promptId: string): void;
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
    list(maxItems, offset) {
      const all = [...entries];
      const from = offset ?? (maxItems === undefined ? 0 : Math.max(0, all.length - maxItems));
      return Object.fromEntries(all.slice(from, maxItems === undefined ? undefined : from + maxItems));
    },
    delete: (promptId) => void entries.delete(promptId),
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
