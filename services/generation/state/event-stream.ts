// The events of a job as an async iterable: a slow reader gets only the latest preview, of unknown messages no more than
// fit, and, when it falls far behind, only what decides something.

import type { JobEvent } from "@pictor/kernel";

/** Events that wait for a reader; beyond that only the decisive ones are kept. */
const maxQueued = 1_000;
const decisive: ReadonlySet<JobEvent["type"]> = new Set(["job", "output", "error", "connection"]);
/** Bytes of unknown messages that wait for a reader: a custom node can send images, one after the other. */
const maxUnknownBytes = 8 * 2 ** 20;

/** About how many bytes a message holds that came as text or binary. Without recursion: it can be deep. */
function sizeOf(data: unknown): number {
  let size = 0;
  const left = [data];
  while (left.length > 0) {
    const value = left.pop();
    size += 8;
    if (ArrayBuffer.isView(value)) size += value.byteLength;
    else if (typeof value === "string") size += 2 * value.length;
    else if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value)) {
        size += 2 * name.length;
        left.push(member);
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
  /** Holes are events that later ones have replaced. */
  let queue: (JobEvent | undefined)[] = [];
  /** Of the unknown messages in it. */
  let unknownBytes = 0;
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
    unknownBytes = 0;
    previewAt = -1;
    // Many decisive ones are not gone through again at each event.
    limit = Math.max(maxQueued, left.length * 2);
  };
  const makeRoom = ({ wireType, data }: Extract<JobEvent, { readonly type: "unknown" }>): void => {
    const bytes = sizeOf(wireType) + sizeOf(data);
    unknownBytes += bytes;
    if (unknownBytes <= maxUnknownBytes) return;
    unknownBytes = bytes;
    queue = queue.map((kept) => (kept?.type === "unknown" ? undefined : kept));
  };
  const push = (event: JobEvent): void => {
    if (event.type === "unknown") makeRoom(event);
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
