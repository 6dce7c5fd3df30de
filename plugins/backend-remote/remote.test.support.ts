// What the tests of this plugin share: an instance on a fake peer, a held clock, events in hand.

import type { Backend, BackendEvent, Logger, Network, OutputFile } from "@pictor/kernel/plugin";
import { onTestFinished } from "vitest";
import type { Clock } from "./clock.js";
import { openServer } from "./detect.js";
import { announcementMs } from "./socket/hearing.js";
import { idleMs } from "./socket/heartbeat.js";
import { testNetwork } from "./network.test.support.js";
import { fakePeer } from "./peer.test.support.js";
import type { FakePeer } from "./peer.test.support.js";

export const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A clock that stands still, and whose timers go off by hand, in the middle of their jitter. */
export interface HeldClock extends Clock {
  /** Settles with the pause of the next timer, in milliseconds; those that only watch a socket are passed over. */
  pause(): Promise<number>;
  /** Lets every timer go off. */
  elapse(): void;
  /** Only `now` moves. */
  move(ms: number): void;
  readonly pending: number;
}

export function heldClock(): HeldClock {
  const timers = new Set<() => void>();
  const pauses: number[] = [];
  const waiting: ((ms: number) => void)[] = [];
  let now = 0;
  return {
    chance: () => 0.5,
    now: () => now,
    move: (ms) => void (now += ms),
    after(ms, callback) {
      timers.add(callback);
      const isWatch = ms === idleMs || ms === announcementMs;
      const waiter = isWatch ? undefined : waiting.shift();
      if (waiter !== undefined) waiter(ms);
      else if (!isWatch) pauses.push(ms);
      return () => void timers.delete(callback);
    },
    pause: () => {
      const ms = pauses.shift();
      return ms === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(ms);
    },
    elapse() {
      const due = [...timers];
      timers.clear();
      due.forEach((callback) => {
        callback();
      });
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Keeps events, and settles with the first of a type that has come or will come. */
export interface Collected {
  readonly events: readonly BackendEvent[];
  readonly listener: (event: BackendEvent) => void;
  readonly next: <Type extends BackendEvent["type"]>(
    type: Type,
  ) => Promise<Extract<BackendEvent, { readonly type: Type }>>;
}

export function collected(): Collected {
  const events: BackendEvent[] = [];
  const unread: BackendEvent[] = [];
  const waiting: { readonly type: string; readonly take: (event: BackendEvent) => void }[] = [];
  return {
    events,
    listener(event) {
      events.push(event);
      const index = waiting.findIndex(({ type }) => type === event.type);
      if (index < 0) unread.push(event);
      else waiting.splice(index, 1)[0]?.take(event);
    },
    next: <Type extends BackendEvent["type"]>(type: Type) =>
      new Promise<Extract<BackendEvent, { readonly type: Type }>>((resolve) => {
        const take = (event: BackendEvent): void => {
          resolve(event as Extract<BackendEvent, { readonly type: Type }>);
        };
        const index = unread.findIndex((event) => event.type === type);
        const [event] = index < 0 ? [] : unread.splice(index, 1);
        if (event === undefined) waiting.push({ type, take });
        else take(event);
      }),
  };
}

export interface Opened<Time = HeldClock> {
  readonly backend: Backend;
  readonly peer: FakePeer;
  readonly clock: Time;
}

interface Opening {
  readonly auth?: string;
  readonly prefix?: "auto" | "/api" | "";
  readonly path?: string;
  /** A path of the peer, which plays the registry of extensions, too. */
  readonly registry?: string;
  readonly logger?: Logger;
  readonly network?: Network;
}

/** An instance named "studio" on a fake peer; both are closed when the test ends. */
export const opened = (options: Opening = {}): Promise<Opened> => openedWith(heldClock(), options);

export async function openedWith<Time extends Clock>(
  clock: Time,
  options: Opening = {},
): Promise<Opened<Time>> {
  const peer = await fakePeer();
  const registry = options.registry === undefined ? "" : `${peer.url}/${options.registry}`;
  const settings = {
    baseUrl: peer.url + (options.path ?? "/"),
    apiPrefix: options.prefix ?? "/api",
    registry,
  };
  const opening = { name: "studio", signal: new AbortController().signal };
  const auth = options.auth === undefined ? {} : { auth: options.auth };
  const backend = openServer(
    settings,
    { ...opening, ...auth },
    { network: options.network ?? testNetwork, logger: options.logger ?? quiet, clock },
  );
  onTestFinished(async () => {
    await backend.close();
    await peer.close();
  });
  return { backend, peer, clock };
}

/** What a call was rejected with, as `code` and `details`. */
export const rejection = async (
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string; readonly details: Record<string, unknown> }> =>
  call.then(
    () => {
      throw new Error("it was not rejected");
    },
    (error: unknown) => error as Awaited<ReturnType<typeof rejection>>,
  );

export const picture: OutputFile = {
  node: "9",
  filename: "a b.png",
  subfolder: "set/one",
  area: "output",
  mime: "image/png",
  address: "",
};
