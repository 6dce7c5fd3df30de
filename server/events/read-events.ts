// Reads the event log for one client, at the speed of the client. Events that a client has not read yet are kept only
// in the log.

import type { EventLog, LatestPreview, LoggedEvent } from "./event-log.js";
import { receives, type Caller } from "@pictor/features/base";
import { nextChange } from "./next-change.js";

/** The filter for the events that a client receives. */
export interface EventFilter {
  /** The types of the events. Default: all types. */
  readonly types?: readonly string[];
  /** The job of the events. Default: all jobs, and events that belong to no job. */
  readonly jobId?: string;
}

export interface ReadOptions extends EventFilter {
  /** Who reads the events. */
  readonly caller: Caller;
  /** The number of the last event that the client has seen. Default: the newest event. */
  readonly since?: number;
  readonly signal: AbortSignal;
}

/** The next events and previews for a client. */
export interface EventBatch {
  /** The client has missed events, because it was disconnected or too slow: it must read snapshots again. */
  readonly isReset: boolean;
  readonly events: readonly LoggedEvent[];
  readonly previews: readonly LatestPreview[];
  /** The number of the newest event that this batch covers. */
  readonly upTo: number;
}

const isWanted = ({ types, jobId }: EventFilter, type: string, eventJob: string | undefined): boolean =>
  (types === undefined || types.includes(type)) && (jobId === undefined || jobId === eventJob);

/** At most this many events are in one batch, so that a slow client's socket buffer stays small. */
const batchSize = 500;

/**
 * Yields batches until the signal is aborted. The consumer asks for the next batch when it has sent the last one: a
 * slow client receives larger batches, only the latest preview, and at last a reset.
 */
export async function* readEvents(log: EventLog, options: ReadOptions): AsyncGenerator<EventBatch> {
  const { caller, signal } = options;
  let seen = options.since ?? log.newest;
  let seenPreview = 0;
  while (!signal.aborted) {
    const found = log.since(seen);
    const isReset = found.kind === "gap";
    const next = isReset ? [] : found.events.slice(0, batchSize);
    seen = isReset ? log.newest : (next.at(-1)?.seq ?? seen);
    const events = next.filter(
      ({ audience, type, jobId }) => receives(caller, audience) && isWanted(options, type, jobId),
    );
    const fresh = log.previewsSince(seenPreview);
    const previews = fresh.filter(
      ({ jobId, owner }) => receives(caller, { owner }) && isWanted(options, "preview", jobId),
    );
    seenPreview = Math.max(seenPreview, ...fresh.map(({ version }) => version));
    if (isReset || events.length > 0 || previews.length > 0) yield { isReset, events, previews, upTo: seen };
    else if (next.length === 0) await nextChange(log, signal);
  }
}
