// A backend on a fake server for tests, with a clock that the test controls and a collector of events.

import { silentLogger } from "@pictor/host/testing";
import type { Backend, BackendEvent, Logger, Network, OutputFile } from "@pictor/kernel/plugin";
import { onTestFinished } from "vitest";
import type { JitterClock } from "../base/jitter-clock.js";
import { openBackend } from "../instance/open-backend.js";
import { announcementMs } from "../socket/deafness-detector.js";
import { idleMs } from "../socket/connection.js";
import { testNetwork } from "./test-network.js";
import { startFakeServer, type FakeServer } from "./fake-server.js";

/** A clock that stands still until the test moves it or fires its timers; random numbers are always 0.5. */
export interface ManualClock extends JitterClock {
  /** Settles with the duration of the next timer, in milliseconds; timers that supervise a socket are skipped. */
  nextTimer(): Promise<number>;
  /** Fires every timer. */
  fireTimers(): void;
  /** Advances `now` without firing timers. */
  move(ms: number): void;
  readonly pendingTimers: number;
}

export function manualClock(): ManualClock {
  const timers = new Set<() => void>();
  const durations: number[] = [];
  const waiters: ((ms: number) => void)[] = [];
  let now = 0;
  return {
    random: () => 0.5,
    now: () => now,
    move: (ms) => void (now += ms),
    after(ms, callback) {
      timers.add(callback);
      const isSupervision = ms === idleMs || ms === announcementMs;
      const waiter = isSupervision ? undefined : waiters.shift();
      if (waiter !== undefined) waiter(ms);
      else if (!isSupervision) durations.push(ms);
      return () => void timers.delete(callback);
    },
    nextTimer: () => {
      const ms = durations.shift();
      return ms === undefined ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve(ms);
    },
    fireTimers() {
      const due = [...timers];
      timers.clear();
      due.forEach((callback) => callback());
    },
    get pendingTimers() {
      return timers.size;
    },
  };
}

/** Collects events; `next` settles with the first unconsumed event of a type, now or when it arrives. */
export interface EventCollector {
  readonly events: readonly BackendEvent[];
  readonly listener: (event: BackendEvent) => void;
  readonly next: <Type extends BackendEvent["type"]>(
    type: Type,
  ) => Promise<Extract<BackendEvent, { readonly type: Type }>>;
}

export function collectEvents(): EventCollector {
  const events: BackendEvent[] = [];
  const unconsumed: BackendEvent[] = [];
  const waiters: { readonly type: string; readonly take: (event: BackendEvent) => void }[] = [];
  return {
    events,
    listener(event) {
      events.push(event);
      const index = waiters.findIndex(({ type }) => type === event.type);
      if (index < 0) unconsumed.push(event);
      else waiters.splice(index, 1)[0]?.take(event);
    },
    next: <Type extends BackendEvent["type"]>(type: Type) =>
      new Promise<Extract<BackendEvent, { readonly type: Type }>>((resolve) => {
        const take = (event: BackendEvent): void => {
          resolve(event as Extract<BackendEvent, { readonly type: Type }>);
        };
        const index = unconsumed.findIndex((event) => event.type === type);
        const [event] = index < 0 ? [] : unconsumed.splice(index, 1);
        if (event === undefined) waiters.push({ type, take });
        else take(event);
      }),
  };
}

export interface TestBackend<Time = ManualClock> {
  readonly backend: Backend;
  readonly server: FakeServer;
  readonly clock: Time;
}

interface TestBackendOptions {
  readonly auth?: string;
  readonly prefix?: "auto" | "/api" | "";
  readonly path?: string;
  /** A path of the fake server that serves as the registry of extensions. */
  readonly registry?: string;
  readonly partnerKey?: string;
  readonly logger?: Logger;
  readonly network?: Network;
}

/** A backend named "studio" on a fake server; both are closed when the test ends. */
export const openTestBackend = (options: TestBackendOptions = {}): Promise<TestBackend> =>
  openTestBackendWith(manualClock(), options);

export async function openTestBackendWith<Time extends JitterClock>(
  clock: Time,
  options: TestBackendOptions = {},
): Promise<TestBackend<Time>> {
  const server = await startFakeServer();
  const registry = options.registry === undefined ? "" : `${server.url}/${options.registry}`;
  const settings = {
    baseUrl: server.url + (options.path ?? "/"),
    apiPrefix: options.prefix ?? "/api",
    registry,
    partnerKey: options.partnerKey ?? "",
  };
  const opening = { name: "studio", signal: new AbortController().signal };
  const auth = options.auth === undefined ? {} : { auth: options.auth };
  const backend = openBackend(
    settings,
    { ...opening, ...auth },
    { network: options.network ?? testNetwork, logger: options.logger ?? silentLogger, clock },
  );
  onTestFinished(async () => {
    await backend.close();
    await server.close();
  });
  return { backend, server, clock };
}

/** A backend with a listener, and the end of its socket at the server. */
export async function openListening(options: TestBackendOptions = {}) {
  const open = await openTestBackend(options);
  const collector = collectEvents();
  await open.backend.events(collector.listener);
  return { ...open, ...collector, ...(await open.server.socket()) };
}

/** The error that a call is rejected with. */
export const rejection = async (
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string; readonly details: Record<string, unknown> }> =>
  call.then(
    () => {
      throw new Error("the call was not rejected");
    },
    (error: unknown) => error as Awaited<ReturnType<typeof rejection>>,
  );

export const outputImage: OutputFile = {
  node: "9",
  filename: "a b.png",
  subfolder: "set/one",
  area: "output",
  mime: "image/png",
  address: "",
};
