// The events of the server, numbered. The newest are kept, so that a client can resume after it was disconnected.

import type { Audience } from "@pictor/features/base";
import type { Clock } from "@pictor/kernel";

/** An event in the form in which it is sent. */
export interface LoggedEvent {
  /** Counts from 1, without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: string;
  readonly jobId: string | undefined;
  /** Who may see the event; undefined for everybody. */
  readonly audience: Audience | undefined;
  /** The whole event as JSON, with `seq` and `at`. */
  readonly json: string;
}

/** The latest preview of a job. Its bytes are kept once, whatever the number of readers. */
export interface LatestPreview {
  /** Number of the preview, among the previews of all jobs; events are counted separately. */
  readonly version: number;
  readonly jobId: string;
  /** The owner of the job. */
  readonly owner: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** The events and previews after a number. */
export type EventsSince =
  | { readonly kind: "events"; readonly events: readonly LoggedEvent[] }
  /** Some of the events after the number are no longer kept. */
  | { readonly kind: "gap" };

/** Default number of events that are kept. */
export const eventsKept = 10_000;

export interface EventLogOptions {
  readonly clock: Clock;
  /** Number of events that are kept. Default: `eventsKept`. */
  readonly capacity?: number;
  /** Milliseconds for which events are kept. Default 10 minutes. */
  readonly maxAgeMs?: number;
}

/** Removes events that are too old, or exceed the number that is kept; many at once, which is faster. */
function trim(events: LoggedEvent[], capacity: number, oldestMs: number): void {
  if (events.length <= capacity && (events[0]?.at ?? oldestMs) >= oldestMs) return;
  const young = events.findIndex(({ at }) => at >= oldestMs);
  const expired = young === -1 ? events.length : young;
  events.splice(0, Math.max(expired, events.length - Math.ceil(capacity * 0.9)));
}

export class EventLog {
  readonly #options: Required<EventLogOptions>;
  readonly #events: LoggedEvent[] = [];
  readonly #previews = new Map<string, LatestPreview>();
  readonly #listeners = new Set<() => void>();
  #newest = 0;
  #newestPreview = 0;

  constructor({ clock, capacity = eventsKept, maxAgeMs = 600_000 }: EventLogOptions) {
    this.#options = { clock, capacity, maxAgeMs };
  }

  /** The number of the newest event; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Appends an event, for everybody unless an audience is given. */
  publish(
    event: Readonly<Record<string, unknown>> & { readonly type: string },
    audience?: Audience,
  ): LoggedEvent {
    const { clock, capacity, maxAgeMs } = this.#options;
    const at = clock.now();
    const seq = ++this.#newest;
    const jobId = typeof event["jobId"] === "string" ? event["jobId"] : undefined;
    const json = JSON.stringify({ seq, at, ...event });
    const logged = { seq, at, type: event.type, jobId, audience, json };
    this.#events.push(logged);
    trim(this.#events, capacity, at - maxAgeMs);
    this.#notify();
    return logged;
  }

  /** Replaces the preview of a job. A preview has no number among the events: only the latest of each job is kept. */
  publishPreview(preview: Omit<LatestPreview, "version">): void {
    this.#previews.delete(preview.jobId);
    this.#previews.set(preview.jobId, { ...preview, version: ++this.#newestPreview });
    this.#notify();
  }

  /** Forgets the preview of a job that has ended. */
  dropPreview(jobId: string): void {
    this.#previews.delete(jobId);
  }

  previewOf(jobId: string): LatestPreview | undefined {
    return this.#previews.get(jobId);
  }

  /** The latest previews of all jobs whose version is above a number. */
  previewsSince(version: number): readonly LatestPreview[] {
    return [...this.#previews.values()].filter((preview) => preview.version > version);
  }

  /** Returns the kept events with numbers above `seq`. */
  since(seq: number): EventsSince {
    const oldest = this.#events[0]?.seq ?? this.#newest + 1;
    if (seq > this.#newest || seq < oldest - 1) return { kind: "gap" };
    return { kind: "events", events: this.#events.slice(seq - oldest + 1) };
  }

  /** Calls `listener` after each event and each preview. Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
