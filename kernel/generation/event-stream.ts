// The events of a job as an async iterable: a slow reader gets only the latest preview, and,
// when it falls far behind, only what decides something.

import type { JobEvent } from "./types.js";

/** Events that wait for a reader; beyond that only the decisive ones are kept. */
const maxQueued = 1_000;
const decisive: ReadonlySet<JobEvent["type"]> = new Set(["job", "output", "error", "connection"]);

export interface EventStream {
  push(event: JobEvent): void;
  end(): void;
  readonly events: AsyncIterable<JobEvent>;
}

export function createEventStream(): EventStream {
  /** Holes are previews that a later one has replaced. */
  let queue: (JobEvent | undefined)[] = [];
  let previewAt = -1;
  let limit = maxQueued;
  let ended = false;
  let waiting: (() => void)[] = [];

  const notify = (): void => {
    if (waiting.length === 0) return;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const clear = (left: (JobEvent | undefined)[]): void => {
    queue = left;
    previewAt = -1;
    // Many decisive ones are not gone through again at each event.
    limit = Math.max(maxQueued, left.length * 2);
  };
  const push = (event: JobEvent): void => {
    if (event.type === "preview") {
      // In its place when nothing came after it, so that previews alone never fill the queue.
      if (previewAt >= 0) queue[previewAt] = undefined;
      if (previewAt < 0 || previewAt !== queue.length - 1) previewAt = queue.length;
      queue[previewAt] = event;
    } else queue.push(event);
    if (queue.length > limit) clear(queue.filter((kept) => kept !== undefined && decisive.has(kept.type)));
    notify();
  };

  async function* read(): AsyncGenerator<JobEvent, void, undefined> {
    for (;;) {
      const batch = queue;
      clear([]);
      for (const event of batch) if (event !== undefined) yield event;
      if (queue.length > 0) continue;
      if (ended) return;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  return {
    push,
    end() {
      ended = true;
      notify();
    },
    events: { [Symbol.asyncIterator]: read },
  };
}
