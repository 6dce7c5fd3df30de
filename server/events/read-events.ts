// Reads the event log for one client, at the client's own speed. What a client has not read yet is kept in the log alone.

import type { EventLog, LatestPreview, LoggedEvent } from "./event-log.js";
import type { Holder } from "../access/credentials.js";
import { includesScope } from "../contract/scopes.js";
import { nextChange } from "./next-change.js";

/** Which events a client wants. */
export interface EventFilter {
  /** Default: all types. */
  readonly types?: readonly string[];
  /** Default: all jobs, and events that belong to no job. */
  readonly jobId?: string;
}

export interface ReadOptions extends EventFilter {
  /** Who reads. */
  readonly reader: Pick<Holder, "tokenId" | "scopes">;
  /** The number of the last event that the client has seen. Default: the newest event. */
  readonly since?: number;
  readonly signal: AbortSignal;
}

/** What the client gets next. */
export interface EventBatch {
  /** Events were lost for this client, because it was away or behind for too long: it must read snapshots again. */
  readonly isReset: boolean;
  readonly events: readonly LoggedEvent[];
  readonly previews: readonly LatestPreview[];
  /** The number up to which the client has now seen everything. */
  readonly upTo: number;
}

const isWanted = ({ types, jobId }: EventFilter, type: string, eventJob: string | undefined): boolean =>
  (types === undefined || types.includes(type)) && (jobId === undefined || jobId === eventJob);

/** Whether an event is for a reader: some are for one token and for administrators. */
const isFor = ({ reader: { tokenId, scopes } }: ReadOptions, { only }: LoggedEvent): boolean =>
  only === undefined || only === tokenId || includesScope(scopes, "admin");

/** At most this many events in one batch, so that a client that is behind does not fill its socket at once. */
const batchSize = 500;

/**
 * Yields batches until the signal is aborted. The consumer asks for the next batch when it has sent the last one: a slow
 * client gets larger batches, only the latest preview, and at last a reset.
 */
export async function* readEvents(log: EventLog, options: ReadOptions): AsyncGenerator<EventBatch> {
  const { signal } = options;
  let seen = options.since ?? log.newest;
  let seenPreview = 0;
  while (!signal.aborted) {
    const found = log.since(seen);
    const isReset = found.kind === "gap";
    const next = isReset ? [] : found.events.slice(0, batchSize);
    seen = isReset ? log.newest : (next.at(-1)?.seq ?? seen);
    const events = next.filter(
      (event) => isFor(options, event) && isWanted(options, event.type, event.jobId),
    );
    const fresh = log.previewsSince(seenPreview);
    const previews = fresh.filter(({ jobId }) => isWanted(options, "preview", jobId));
    seenPreview = Math.max(seenPreview, ...fresh.map(({ version }) => version));
    if (isReset || events.length > 0 || previews.length > 0) yield { isReset, events, previews, upTo: seen };
    else if (next.length === 0) await nextChange(log, signal);
  }
}
