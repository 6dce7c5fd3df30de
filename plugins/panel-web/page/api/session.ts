// The only session of the page: the client, and the state of the server as signals.

import {
  isEnded,
  openPanel,
  type Client,
  type ConnectionStatus,
  type Job,
  type LiveState,
  type StreamedEvent,
} from "@pictor/client";
import { computed, signal, type ReadonlySignal } from "@preact/signals";

/** Whether events arrive. `ended`: the session has ended, for example because it was revoked. */
export type Connection =
  ConnectionStatus | { readonly state: "opening" } | { readonly state: "ended"; readonly error: unknown };

const liveState = signal<LiveState | undefined>(undefined);
const connectionState = signal<Connection>({ state: "opening" });
let opened: Client | undefined;

export const live: ReadonlySignal<LiveState | undefined> = liveState;
export const connection: ReadonlySignal<Connection> = connectionState;

/** The client of the session. Throws before `openSession` has resolved. */
export function client(): Client {
  if (opened === undefined) throw new Error("The session is not open yet.");
  return opened;
}
/** The calls of the API. */
export const calls = (): Client["calls"] => client().calls;

// A new preview does not change this signal, so that components that show jobs are not drawn again for each preview.
const jobMap = computed(() => live.value?.jobs);
/** The latest unfinished images, by the ids of their jobs. */
export const previews = computed(() => live.value?.previews);
const earlier = new Set<string>();
/** Whether a job ran before the page was there, so that the page has not received all of its previews. */
export const ranEarlier = (id: string): boolean => earlier.has(id);
/** All jobs, newest first. */
export const jobs = computed((): readonly Job[] =>
  [...(jobMap.value?.values() ?? [])].sort((one, other) => other.createdAtMs - one.createdAtMs),
);
/** Jobs that have not ended, oldest first. */
export const openJobs = computed(() => jobs.value.filter((job) => !isEnded(job)).reverse());
export const questions = computed(() => [...(live.value?.questions.values() ?? [])]);
/** All operations, newest first. */
export const operations = computed(() => [...(live.value?.operations.values() ?? [])].reverse());

type EventListener = (event: StreamedEvent) => void;
const eventListeners = new Set<EventListener>();
/** Calls `listener` for each event of the server, until the returned function is called. */
export function onServerEvent(listener: EventListener): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/** Follows the events of the server. Events that arrive within one frame of the screen change the page once. */
function followLive(): void {
  const following = client().connect({
    onConnection: (status) => (connectionState.value = status),
    onEvent: (event) => {
      for (const listener of eventListeners) listener(event);
    },
  });
  let latest: LiveState | undefined;
  const show = (): void => {
    liveState.value = latest;
    latest = undefined;
  };
  following.subscribe((state) => {
    if (liveState.peek() === undefined)
      for (const job of state.jobs.values()) if (job.state === "running") earlier.add(job.id);
    if (latest === undefined) requestAnimationFrame(show);
    // A hidden page draws no frames. When the page is visible again, it shows the latest state.
    latest = state;
    if (document.hidden) liveState.value = state;
  });
  following.closed.catch((error: unknown) => (connectionState.value = { state: "ended", error }));
}

/** Exchanges the code in the address for a session, and follows the server. Rejects as `openPanel` does. */
export async function openSession(): Promise<void> {
  opened = await openPanel();
  followLive();
}
