// Supervises the server of one instance: starts, joins, watches, restarts and stops it, together with other hosts.

import { raceAbort } from "@pictor/kernel/plugin";
import { recoverExtensions } from "../../extensions/change/lock-extensions.js";
import { managedFault } from "../../faults.js";
import type { WorkOptions } from "../../instance.js";
import { createExitHandler } from "./handle-exit.js";
import { endpointOf, type TrackedServer, type ServerContext } from "../record/server-context.js";
import { createServerTracker, type ServerTracker } from "../state/server-tracker.js";
import { stopServer, keepRunning } from "../stop/stop-server.js";
import { findServer } from "../record/find-server.js";
import { awaitStarted, joinOrSpawn, type StartOptions } from "../start/start-server.js";
import { releaseServer } from "../stop/release-server.js";
import { withServerLock } from "../../locks/server-lock.js";
import { removeRecord, type Ownership } from "../record/run-record.js";
import { checkReachable } from "./check-reachable.js";

export interface StartTask extends WorkOptions {
  /** The server outlives this process. */
  readonly keep?: boolean | undefined;
  /** Set by an update that tries a new version: the server gets the ownership of the one that the update stopped. */
  readonly isTrial?: boolean;
}
export interface StopTask extends WorkOptions {
  /** The stop is part of a start that recovers an interrupted update: that start continues. */
  readonly isPartOfStart?: boolean;
}

export interface Supervisor extends Pick<ServerTracker, "phase" | "onPhase" | "phaseChanged"> {
  /** Joins a server that another host has started, if any. */
  joinRunning(options?: WorkOptions): Promise<void>;
  /** Settles when the server is ready. An abort of the signal cancels the start. */
  start(options?: StartTask): Promise<void>;
  stop(options?: StopTask): Promise<void>;
  restart(options?: WorkOptions): Promise<void>;
  /** To be called after a failed call: settles when it is known whether the server crashed, restarts or is well. */
  checkServer(): Promise<void>;
  /** Arguments of the tracked server. */
  argv(): readonly string[] | undefined;
  /** Releases the server: ends it if this process owns it and no other host uses it. */
  close(): Promise<void>;
}

interface PendingStart {
  readonly work: Promise<void>;
  /** The signal of the caller that began this start. */
  readonly signal: AbortSignal | undefined;
  readonly ending: AbortController;
}

export function createSupervisor(context: ServerContext): Supervisor {
  const { instance, ownIdentity } = context;
  const { layout, logger, name } = instance;
  const tracker = createServerTracker(context);
  let closed = false;
  let starting: PendingStart | undefined;
  /** True while a start recovers the installation: a stop within that is part of the start. */
  let isPreparing = false;
  let exitHandling: Promise<void> = Promise.resolve();
  let checking: Promise<void> | undefined;
  let lastOwnership: Ownership | undefined;

  const locked = <Value>({ signal, onLine }: WorkOptions, work: () => Promise<Value>): Promise<Value> =>
    withServerLock(instance, work, {
      signal,
      onWait: () => onLine?.("waiting for another process that starts or stops the server"),
    });

  const hold = (tracked: TrackedServer): void => {
    tracker.hold(tracked, (now, ending) => {
      // During a start or stop, the code that performs it sees the end.
      if (tracker.phase().at !== "running" || closed) return;
      exitHandling = after.ended(now, ending).catch((error: unknown) => {
        logger.error(`The end of the server of "${name}" could not be classified.`, { error });
        tracker.release();
        tracker.dispatch({ type: "crashed", crash: { ...ending, lastLines: [] } });
      });
    });
    tracker.dispatch({ type: "spawned", endpoint: endpointOf(tracked) });
  };

  /** Runs one start, which `endStarting` or the caller's signal can abort. */
  const begin = (
    options: Omit<WorkOptions, "onLine">,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    if (closed) return Promise.reject(managedFault("MANAGED_SERVER_STOPPED", { name }));
    const ending = new AbortController();
    const signals = [ending.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const begun = work(AbortSignal.any(signals))
      .then(after.wasReady)
      .catch((error: unknown) => {
        const phase = tracker.phase();
        if (phase.at === "starting" || phase.at === "stopping") {
          const crash = phase.at === "starting" ? phase.crash : undefined;
          tracker.dispatch(crash === undefined ? { type: "down" } : { type: "crashed", crash });
        }
        throw error;
      });
    const mine: PendingStart = { work: begun, signal: options.signal, ending };
    starting = mine;
    return begun.finally(() => {
      if (starting === mine) starting = undefined;
    });
  };
  /** Recovers interrupted changes of the installation; settles with the device that torch was installed for. */
  const prepare = async ({ signal, onLine }: WorkOptions): Promise<string | undefined> => {
    isPreparing = true;
    try {
      const { device } = await context.installation.ready({ signal, onLine });
      await recoverExtensions(instance);
      return device;
    } finally {
      isPreparing = false;
    }
  };
  const launch = (options: StartOptions, before?: () => Promise<Ownership | undefined>): Promise<void> =>
    begin(options, async (signal) => {
      tracker.dispatch({ type: "launching" });
      const isOnlyJoined = options.joinOnly === true || (await findServer(context)).kind === "server";
      const isPrepared = before !== undefined || !isOnlyJoined;
      const torchDevice = isPrepared ? await prepare({ ...options, signal }) : undefined;
      const all = { ...options, signal, torchDevice, joinOnly: !isPrepared };
      const tracked = await locked(all, async () => {
        const ownership = await before?.();
        if (before !== undefined) tracker.dispatch({ type: "launching" });
        return joinOrSpawn(context, tracker, {
          ...all,
          ...(ownership === undefined ? {} : { ownership }),
        }).catch(async (error: unknown) => {
          if (ownership !== undefined) await removeRecord(layout.runState);
          throw error;
        });
      });
      if (tracked === undefined) {
        tracker.dispatch({ type: "down" });
        return;
      }
      hold(tracked);
      await awaitStarted(context, tracker, tracked, { ...all, logOffset: 0 });
    });
  /** Aborts the start that is in progress, if any. */
  const endStarting = async (): Promise<void> => {
    starting?.ending.abort(managedFault("MANAGED_SERVER_STOPPED", { name }));
    await starting?.work.catch(() => undefined);
  };

  const start = async (options: StartTask = {}): Promise<void> => {
    const { keep = false, isTrial = false, ...rest } = options;
    await raceAbort(options.signal, exitHandling);
    const ownership = (isTrial ? lastOwnership : undefined) ?? { owner: await ownIdentity(), keep };
    const isReady = (): boolean => tracker.phase().at === "running";
    while (starting !== undefined) {
      const { signal, work } = starting;
      const others = await raceAbort(options.signal, work).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      options.signal?.throwIfAborted();
      // If the caller that began the start aborted it, this caller starts anew.
      if (others !== undefined && signal?.aborted !== true) throw others.error;
    }
    if (isReady()) return keep ? locked(rest, () => keepRunning(context, tracker)) : undefined;
    // No await between the check of `starting` and the launch: two callers must not both start a server.
    after.reset();
    await launch({ ...rest, ownership });
    // The server to be joined ended at that moment.
    if (tracker.phase().at === "down") await launch({ ...rest, ownership });
  };

  const after = createExitHandler(context, tracker, {
    relaunch: ({ record: { owner, keep } }) => launch({ ownership: { owner, keep } }),
    joinSuccessor: () => launch({ joinOnly: true }),
  });

  return {
    phase: tracker.phase,
    onPhase: tracker.onPhase,
    phaseChanged: tracker.phaseChanged,
    start,
    async joinRunning(options = {}) {
      const { at } = tracker.phase();
      if (at !== "down" && at !== "crashed") return;
      const found = await findServer(context);
      // A recorded crash is ignored: this process had lost nothing, so its calls see a stopped server.
      if (found.kind === "server" && starting === undefined)
        await raceAbort(options.signal, launch({ joinOnly: true }));
    },
    async stop({ isPartOfStart = false, ...options } = {}) {
      after.reset();
      if (!(isPartOfStart && isPreparing)) await endStarting();
      try {
        lastOwnership =
          (await locked(options, async () => {
            // Otherwise a crash that is being recorded would reappear after the stop.
            await raceAbort(options.signal, exitHandling);
            return stopServer(context, tracker, { ...options, interruptsPrompt: true });
          })) ?? lastOwnership;
      } finally {
        tracker.dispatch({ type: "down" });
      }
    },
    async restart(options = {}) {
      after.reset();
      await endStarting();
      await launch(options, () =>
        stopServer(context, tracker, { ...options, interruptsPrompt: true, isRestart: true }),
      );
    },
    checkServer() {
      const tracked = tracker.tracked();
      if (tracked === undefined || tracker.phase().at !== "running") return exitHandling;
      return (checking ??= checkReachable(context, tracker, tracked, {
        exitHandled: () => exitHandling,
        awaitRestart: (restarted, logOffset) =>
          begin({}, (signal) => awaitStarted(context, tracker, restarted, { signal, logOffset })),
      }).finally(() => (checking = undefined)));
    },
    argv: () => tracker.tracked()?.record.argv,
    async close() {
      if (closed) return;
      closed = true;
      after.close();
      await endStarting();
      await exitHandling;
      await releaseServer(context, tracker);
      tracker.release();
      tracker.dispatch({ type: "down" });
    },
  };
}
