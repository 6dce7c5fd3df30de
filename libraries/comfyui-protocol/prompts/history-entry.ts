// A finished prompt in the form of `/history`.
import type { UiOutput } from "@pictor/comfyui-graph";
import { queueTuple, type QueuedPrompt } from "./queued-prompt.js";

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

type Item = readonly [promptId: string, entry: HistoryEntry];

/**
 * The newest `maxItems` of the entries, oldest first, when `offset` is absent or negative, otherwise `maxItems` entries
 * from `offset` on. As on real servers, at least one entry from there on, even when `maxItems` is 0.
 */
export function pageOf(items: readonly Item[], maxItems?: number, offset = -1): readonly Item[] {
  const from = offset < 0 && maxItems !== undefined ? items.length - maxItems : offset;
  const found = items.slice(Math.max(0, from));
  // Real servers check the limit after they have added an entry, so they always return at least one.
  return maxItems === undefined ? found : found.slice(0, Math.max(1, maxItems));
}

export interface FinishedPrompt {
  readonly prompt: QueuedPrompt;
  /** By node. `originalNodeId` is the node of the submitted graph, if another node ran in its place. */
  readonly outputs: ReadonlyMap<string, { readonly ui: UiOutput; readonly originalNodeId?: string }>;
  readonly succeeded: boolean;
  readonly messages: readonly HistoryMessage[];
}

export function historyEntry({ prompt, outputs, succeeded, messages }: FinishedPrompt): HistoryEntry {
  const nodes = [...outputs];
  const meta = (node: string): Record<string, unknown> => ({
    node_id: node,
    display_node: node,
    parent_node: null,
    real_node_id: node,
  });
  return {
    prompt: queueTuple(prompt),
    outputs: Object.fromEntries(nodes.map(([id, { ui }]) => [id, ui])),
    status: { status_str: succeeded ? "success" : "error", completed: succeeded, messages },
    meta: Object.fromEntries(nodes.map(([id, { originalNodeId = id }]) => [id, meta(originalNodeId)])),
  };
}
