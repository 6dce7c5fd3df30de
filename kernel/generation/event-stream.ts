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
  let queue: JobEvent[] = [];
  let ended = false;
  let waiting: (() => void)[] = [];

  const notify = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  async function* read(): AsyncGenerator<JobEvent, void, undefined> {
    for (;;) {
      const batch = queue;
      queue = [];
      yield* batch;
      if (queue.length > 0) continue;
      if (ended) return;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  return {
    push(event) {
      if (event.type === "preview") queue = queue.filter(({ type }) => type !== "preview");
      queue.push(event);
      if (queue.length > maxQueued) queue = queue.filter(({ type }) => decisive.has(type));
      notify();
    },
    end() {
      ended = true;
      notify();
    },
    events: { [Symbol.asyncIterator]: read },
  };
}
