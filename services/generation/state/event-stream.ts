// The events of a job as an async iterable with a bounded queue. A slow reader receives only the latest preview, unknown
// messages up to 8 MiB, and, if it is 1,000 events behind, only the decisive events.

import { fault, type JobEvent } from "@pictor/kernel";

/** The most queued events. Of more events, only decisive ones are kept. */
const maxQueued = 1_000;
const decisive: ReadonlySet<JobEvent["type"]> = new Set(["job", "output", "text", "error", "connection"]);
/** The most bytes of unknown messages in the queue, because a custom node can send one image after another. */
const maxUnknownBytes = 8 * 2 ** 20;

/**
 * The approximate size of a message in bytes. The function is not recursive, because a message can be nested deeply.
 */
function sizeOf(data: unknown): number {
  let size = 0;
  const pending = [data];
  while (pending.length > 0) {
    const value = pending.pop();
    size += 8;
    if (ArrayBuffer.isView(value)) size += value.byteLength;
    else if (typeof value === "string") size += 2 * value.length;
    else if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value)) {
        size += 2 * name.length;
        pending.push(member);
      }
  }
  return size;
}

export interface EventStream {
  push(event: JobEvent): void;
  end(): void;
  readonly events: AsyncIterable<JobEvent>;
}

export function createEventStream(): EventStream {
  /**
   * The events that no reader has received yet. An undefined entry stands for an event that a later one has replaced.
   */
  let queue: (JobEvent | undefined)[] = [];
  /** Bytes of the unknown messages in the queue. */
  let unknownBytes = 0;
  let previewAt = -1;
  let limit = maxQueued;
  let isEnded = false;
  let waitingReaders: (() => void)[] = [];

  const notify = (): void => {
    if (waitingReaders.length === 0) return;
    const woken = waitingReaders;
    waitingReaders = [];
    for (const wake of woken) wake();
  };
  const setQueue = (events: (JobEvent | undefined)[]): void => {
    queue = events;
    unknownBytes = 0;
    previewAt = -1;
    // The limit is at least twice the number of decisive events, so that a queue full of them is not filtered again at
    // each event.
    limit = Math.max(maxQueued, events.length * 2);
  };
  const limitUnknown = ({ wireType, data }: Extract<JobEvent, { readonly type: "unknown" }>): void => {
    const bytes = sizeOf(wireType) + sizeOf(data);
    unknownBytes += bytes;
    if (unknownBytes <= maxUnknownBytes) return;
    unknownBytes = bytes;
    queue = queue.map((kept) => (kept?.type === "unknown" ? undefined : kept));
  };
  const push = (event: JobEvent): void => {
    if (event.type === "unknown") limitUnknown(event);
    if (event.type === "preview") {
      // If the queued preview is the last entry, its slot is reused, so that previews alone never fill the queue.
      if (previewAt >= 0) queue[previewAt] = undefined;
      if (previewAt < 0 || previewAt !== queue.length - 1) previewAt = queue.length;
      queue[previewAt] = event;
    } else queue.push(event);
    if (queue.length > limit) setQueue(queue.filter((kept) => kept !== undefined && decisive.has(kept.type)));
    notify();
  };

  /** True while somebody reads: a second reader would take events from the first. */
  let isRead = false;

  async function* read(): AsyncGenerator<JobEvent, void, undefined> {
    if (isRead) throw fault("GENERATION_EVENTS_READ", {});
    isRead = true;
    try {
      for (;;) {
        // An event stays in the queue until it is delivered, so that the next reader continues where this one stops.
        const batch = queue;
        setQueue([]);
        let delivered = 0;
        try {
          for (const event of batch) {
            delivered += 1;
            if (event !== undefined) yield event;
          }
        } finally {
          if (delivered < batch.length) setQueue([...batch.slice(delivered), ...queue]);
        }
        if (queue.length > 0) continue;
        if (isEnded) return;
        await new Promise<void>((resolve) => waitingReaders.push(resolve));
      }
    } finally {
      isRead = false;
    }
  }

  return {
    push,
    end() {
      isEnded = true;
      notify();
    },
    events: { [Symbol.asyncIterator]: read },
  };
}
