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

export class EventStream {
  readonly events: AsyncIterable<JobEvent> = { [Symbol.asyncIterator]: () => this.#read() };
  /**
   * The events that no reader has received yet. An undefined entry stands for an event that a later one has replaced.
   */
  #queue: (JobEvent | undefined)[] = [];
  /** Bytes of the unknown messages in the queue. */
  #unknownBytes = 0;
  #previewAt = -1;
  #limit = maxQueued;
  #isEnded = false;
  #waitingReaders: (() => void)[] = [];
  /** True while somebody reads: a second reader would take events from the first. */
  #isRead = false;

  push(event: JobEvent): void {
    if (event.type === "unknown") this.#limitUnknown(event);
    if (event.type === "preview") this.#pushPreview(event);
    else this.#queue.push(event);
    if (this.#queue.length > this.#limit)
      this.#setQueue(this.#queue.filter((kept) => kept !== undefined && decisive.has(kept.type)));
    this.#notify();
  }

  end(): void {
    this.#isEnded = true;
    this.#notify();
  }

  #pushPreview(event: JobEvent): void {
    // If the queued preview is the last entry, its slot is reused, so that previews alone never fill the queue.
    if (this.#previewAt >= 0) this.#queue[this.#previewAt] = undefined;
    if (this.#previewAt < 0 || this.#previewAt !== this.#queue.length - 1)
      this.#previewAt = this.#queue.length;
    this.#queue[this.#previewAt] = event;
  }

  #limitUnknown({ wireType, data }: Extract<JobEvent, { readonly type: "unknown" }>): void {
    const bytes = sizeOf(wireType) + sizeOf(data);
    this.#unknownBytes += bytes;
    if (this.#unknownBytes <= maxUnknownBytes) return;
    this.#unknownBytes = bytes;
    this.#queue = this.#queue.map((kept) => (kept?.type === "unknown" ? undefined : kept));
  }

  #setQueue(events: (JobEvent | undefined)[]): void {
    this.#queue = events;
    this.#unknownBytes = 0;
    this.#previewAt = -1;
    // The limit is at least twice the number of decisive events, so that a queue full of them is not filtered again at
    // each event.
    this.#limit = Math.max(maxQueued, events.length * 2);
  }

  #notify(): void {
    if (this.#waitingReaders.length === 0) return;
    const woken = this.#waitingReaders;
    this.#waitingReaders = [];
    for (const wake of woken) wake();
  }

  async *#read(): AsyncGenerator<JobEvent, void, undefined> {
    if (this.#isRead) throw fault("GENERATION_EVENTS_READ", {});
    this.#isRead = true;
    try {
      for (;;) {
        // An event stays in the queue until it is delivered, so that the next reader continues where this one stops.
        const batch = this.#queue;
        this.#setQueue([]);
        let delivered = 0;
        try {
          for (const event of batch) {
            delivered += 1;
            if (event !== undefined) yield event;
          }
        } finally {
          if (delivered < batch.length) this.#setQueue([...batch.slice(delivered), ...this.#queue]);
        }
        if (this.#queue.length > 0) continue;
        if (this.#isEnded) return;
        await new Promise<void>((resolve) => this.#waitingReaders.push(resolve));
      }
    } finally {
      this.#isRead = false;
    }
  }
}
