// The queue: one running prompt, the rest by priority number, then by prompt id, as the real server's heap gives them.
import type { Graph } from "../graph/graph.js";

/** A prompt in the queue. On the wire: `[number, prompt_id, graph, extra_data, outputs]`. */
export interface QueueItem {
  readonly number: number;
  readonly promptId: string;
  readonly graph: Graph;
  readonly extraData: Readonly<Record<string, unknown>>;
  readonly outputs: readonly string[];
}

export interface Queue {
  running(): QueueItem | undefined;
  pending(): readonly QueueItem[];
  /** Running and pending together. */
  remaining(): number;
  put(item: QueueItem): void;
  /** Makes the next prompt the running one. */
  take(): QueueItem | undefined;
  finish(): void;
  /** Removes pending prompts; true if there was one to remove. */
  remove(matches: (item: QueueItem) => boolean): boolean;
  /** The next priority number; it advances for refused prompts too. */
  nextNumber(): number;
}

export function createQueue(): Queue {
  let running: QueueItem | undefined;
  let pending: readonly QueueItem[] = [];
  let counter = 0;
  return {
    running: () => running,
    pending: () => pending,
    remaining: () => pending.length + (running ? 1 : 0),
    put: (item) => (pending = [...pending, item].sort(byPriority)),
    take() {
      [running, pending] = [pending[0], pending.slice(1)];
      return running;
    },
    finish: () => (running = undefined),
    remove(matches) {
      const before = pending.length;
      pending = pending.filter((item) => !matches(item));
      return pending.length < before;
    },
    nextNumber: () => counter++,
  };
}

/** The five-element form of `/queue` and `/history`. */
export const queueTuple = (item: QueueItem): readonly unknown[] => [
  item.number,
  item.promptId,
  item.graph,
  item.extraData,
  item.outputs,
];

function byPriority(a: QueueItem, b: QueueItem): number {
  return a.number - b.number || (a.promptId < b.promptId ? -1 : 1);
}
