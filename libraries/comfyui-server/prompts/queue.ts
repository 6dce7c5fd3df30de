// The queue: one running prompt, and the pending ones in a heap ordered by number, then prompt id. `/queue` shows the
// heap's array unsorted, in the order in which Python's `heapq` leaves it.
import type { Graph } from "@pictor/comfyui-graph";
import type { QueuedPrompt } from "@pictor/comfyui-protocol";

/** A prompt in the queue, and the graph that is executed. */
export interface QueueItem extends QueuedPrompt {
  readonly graph: Graph;
}

export type Queue = ReturnType<typeof createQueue>;

export function createQueue() {
  let running: QueueItem | undefined;
  let heap: QueueItem[] = [];
  let counter = 0;
  return {
    running: () => running,
    /** The pending prompts in heap order. The first one is the next to run; the others are not sorted. */
    pending: (): readonly QueueItem[] => heap,
    /** The number of pending prompts and the running one. */
    remaining: () => heap.length + (running ? 1 : 0),
    put(item: QueueItem) {
      heap.push(item);
      siftUp(heap, 0, heap.length - 1);
    },
    /** Makes the next prompt the running one. */
    take() {
      const last = heap.pop();
      running = heap[0] ?? last;
      if (last && heap.length > 0) {
        heap[0] = last;
        siftDown(heap, 0);
      }
      return running;
    },
    finish: () => void (running = undefined),
    /** Removes a pending prompt. False when there is none with this id. */
    remove(promptId: string) {
      const at = heap.findIndex((item) => item.promptId === promptId);
      if (at < 0) return false;
      heap.splice(at, 1);
      for (let index = Math.floor(heap.length / 2) - 1; index >= 0; index -= 1) siftDown(heap, index);
      return true;
    },
    clear: () => void (heap = []),
    /** The next priority number. It advances for refused prompts, too. */
    nextNumber: () => counter++,
  };
}

const isBefore = (a: QueueItem, b: QueueItem): boolean =>
  a.number !== b.number ? a.number < b.number : a.promptId < b.promptId;

/** Moves the item at `index` towards `top` as long as it sorts before its parent. */
function siftUp(heap: QueueItem[], top: number, index: number): void {
  let at = index;
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

/** Moves smaller children up along a path to a leaf, and then the item up from that leaf, as `heapq` does. */
function siftDown(heap: QueueItem[], top: number): void {
  const item = heap[top] as QueueItem;
  let at = top;
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    const right = heap[child + 1];
    if (right && !isBefore(heap[child] as QueueItem, right)) child += 1;
    heap[at] = heap[child] as QueueItem;
    at = child;
  }
  heap[at] = item;
  siftUp(heap, top, at);
}
