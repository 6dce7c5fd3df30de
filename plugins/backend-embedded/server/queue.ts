// The queue: one running prompt, and the waiting ones as a heap by number, then prompt id, whose array is what the
// wire shows: not sorted, but in the order in which Python's `heapq` leaves it.
import type { Graph } from "../graph/graph.js";
import { float, type Float } from "../json.js";

/** A prompt in the queue. On the wire: `[number, prompt_id, graph, extra_data, outputs]`. */
export interface QueueItem {
  readonly number: number;
  /** True when the client gave the number, which the wire then shows as a float. */
  readonly explicitNumber: boolean;
  readonly promptId: string;
  readonly graph: Graph;
  /** The same as JSON shows it. */
  readonly shown: unknown;
  readonly extraData: Readonly<Record<string, unknown>>;
  readonly outputs: readonly string[];
}

export interface Queue {
  running(): QueueItem | undefined;
  /** In heap order: only the first is certain to be the next. */
  pending(): readonly QueueItem[];
  /** Running and pending together. */
  remaining(): number;
  put(item: QueueItem): void;
  /** Makes the next prompt the running one. */
  take(): QueueItem | undefined;
  finish(): void;
  /** Removes the first pending prompt with this id; true if there was one. */
  remove(promptId: string): boolean;
  clear(): void;
  /** The next priority number; it advances for refused prompts too. */
  nextNumber(): number;
}

export function createQueue(): Queue {
  let running: QueueItem | undefined;
  let heap: QueueItem[] = [];
  let counter = 0;
  return {
    running: () => running,
    pending: () => heap,
    remaining: () => heap.length + (running ? 1 : 0),
    put(item) {
      heap.push(item);
      rise(heap, 0, heap.length - 1);
    },
    take() {
      const last = heap.pop();
      running = heap[0] ?? last;
      if (last && heap.length > 0) {
        heap[0] = last;
        sink(heap, 0);
      }
      return running;
    },
    finish: () => (running = undefined),
    remove(promptId) {
      const at = heap.findIndex((item) => item.promptId === promptId);
      if (at < 0) return false;
      heap.splice(at, 1);
      for (let index = Math.floor(heap.length / 2) - 1; index >= 0; index -= 1) sink(heap, index);
      return true;
    },
    clear: () => (heap = []),
    nextNumber: () => counter++,
  };
}

/** The five-element form of `/queue` and `/history`. */
export const queueTuple = (item: QueueItem): readonly unknown[] => [
  wireNumber(item),
  item.promptId,
  item.shown,
  item.extraData,
  item.outputs,
];

/** A number that the client gave is a float (`5.0`), one of the counter an integer. */
export const wireNumber = ({ number, explicitNumber }: QueueItem): number | Float =>
  explicitNumber ? float(number) : number;

const isBefore = (a: QueueItem, b: QueueItem): boolean =>
  a.number !== b.number ? a.number < b.number : a.promptId < b.promptId;

/** Moves the item at `at` towards the root until its parent is not after it, but not above `top`. */
function rise(heap: QueueItem[], top: number, at: number): void {
  const item = heap[at] as QueueItem;
  while (at > top) {
    const above = (at - 1) >> 1;
    const parent = heap[above] as QueueItem;
    if (!isBefore(item, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = item;
}

/** `heapq` lets the smaller child rise all the way down to a leaf, and then the item up again from there. */
function sink(heap: QueueItem[], top: number): void {
  const item = heap[top] as QueueItem;
  let at = top;
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    const right = heap[child + 1];
    if (right && !isBefore(heap[child] as QueueItem, right)) child += 1;
    heap[at] = heap[child] as QueueItem;
    at = child;
  }
  heap[at] = item;
  rise(heap, top, at);
}
