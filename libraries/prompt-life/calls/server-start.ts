// What comes before the first question to a server: its start, and the subscription to its events.

import { raceAbort, type MemberBackend } from "@pictor/kernel/plugin";
import { withLimit, type Limit } from "./with-limit.js";

/** Starts a server that this process manages. A start takes minutes and limits itself: limits of calls begin after it. */
export async function untilStarted(
  { facets }: Pick<MemberBackend, "facets">,
  signal: AbortSignal,
): Promise<void> {
  const starting = facets.lifecycle?.start?.({ signal });
  if (starting !== undefined) await raceAbort(signal, starting);
}

/** Subscribes within a time limit. A subscription that comes after that is ended, because nobody else would end it. */
export async function subscribeWithin(
  limit: Limit,
  subscribe: (signal: AbortSignal) => Promise<() => void>,
): Promise<() => void> {
  let subscribing: Promise<() => void> | undefined;
  try {
    return await withLimit(limit, (signal) => (subscribing = subscribe(signal)));
  } catch (error) {
    subscribing?.then((unsubscribe) => unsubscribe()).catch(() => undefined);
    throw error;
  }
}
