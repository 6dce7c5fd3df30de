// Supervises the server of one instance: starts, joins, watches, restarts and stops it, together with other hosts.

import { linkedController, raceAbort } from "@pictor/kernel/plugin";
import { recoverExtensions } from "../../extensions/change/lock-extensions.js";
import { managedFault } from "../../faults.js";
import type { WorkOptions } from "../../instance.js";
import { createAcquisitions, type Acquire } from "./acquire-server.js";
import { createExitHandler } from "./handle-exit.js";
import { endpointOf, type TrackedServer, type ServerContext } from "../record/server-context.js";
import { pendingCrash } from "../state/server-state.js";
import { createServerTracker, type SupervisorContext } from "../state/server-tracker.js";
import { joinServer } from "../start/join-or-spawn.js";
import { stopServer, keepRunning, releaseServer } from "../stop/stop-server.js";
import { findServer } from "../record/find-server.js";
import { awaitStarted } from "../start/await-started.js";
import { withServerLock } from "../../locks/server-lock.js";
import type { Ownership } from "../record/run-record.js";
import { checkReachable } from "./check-reachable.js";

export interface StartTask extends WorkOptions {
  /** Whether the server outlives this process. */
  readonly keep?: boolean | undefined;
  /** False for a call that only looks at the server: a server whose owner was killed keeps that owner. Default true. */
  readonly takesOver?: boolean;
  /**
   * Set by an update that tries a new version: the server receives the ownership of the server that the update stopped.
   */
  readonly isTrial?: boolean;
}
export interface StopTask extends WorkOptions {
  /** Set by the recovery of an interrupted update, which is part of a start: that start continues after the stop. */
  readonly isPartOfStart?: boolean;
}

export type Supervisor = ReturnType<typeof createSupervisor>;

interface PendingStart {
  readonly work: Promise<void>;
  /** The signal of the caller that began this start. */
  readonly signal: AbortSignal | undefined;
  /** Aborting this controller aborts the start. */
  readonly controller: AbortController;
}

export function createSupervisor(host: ServerContext) {
  const { instance, ownIdentity } = host;
  const { logger, name } = instance;
  const tracker = createServerTracker(host);
  const context: SupervisorContext = { ...host, tracker };
  let closed = false;
  /** Whether this process has started the server on request or given it work. */
  let works = false;
  let starting: PendingStart | undefined;
  /** True while a start recovers the installation, which may stop the server. */
  let isPreparing = false;
  let exitHandling: Promise<void> = Promise.resolve();
  let checking: Promise<void> | undefined;
  let lastOwnership: Ownership | undefined;

  const hold = (tracked: TrackedServer): void => {
    tracker.hold(tracked, (now, ending) => {
      // An end of the server during a start or stop is handled by the code that performs the start or stop.
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
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    if (closed) return Promise.reject(managedFault("MANAGED_SERVER_STOPPED", { name }));
    const { controller, release } = linkedController(signal);
    const begun = work(controller.signal)
      .then(after.wasReady)
      .catch((error: unknown) => {
        const phase = tracker.phase();
        if (phase.at === "starting" || phase.at === "stopping") {
          const crash = pendingCrash(phase);
          tracker.dispatch(crash === undefined ? { type: "down" } : { type: "crashed", crash });
        }
        throw error;
      });
    const mine: PendingStart = { work: begun, signal, controller };
    starting = mine;
    return begun.finally(() => {
      release();
      if (starting === mine) starting = undefined;
    });
  };
  /** Recovers interrupted changes of the installation; settles with the device that torch was installed for. */
  const prepare = async (options: WorkOptions): Promise<string | undefined> => {
    isPreparing = true;
    try {
      const { device } = await context.installation.ready(options);
      await recoverExtensions(instance);
      return device;
    } finally {
      isPreparing = false;
    }
  };
  /** Acquires a server and waits until it is ready. */
  const launch = (options: WorkOptions, acquire: Acquire): Promise<void> =>
    begin(options.signal, async (signal) => {
      const work = { signal, onLine: options.onLine };
      tracker.dispatch({ type: "launching" });
      const tracked = await acquire(work);
      if (tracked === undefined) {
        tracker.dispatch({ type: "down" });
        return;
      }
      hold(tracked);
      await awaitStarted(context, tracked, { ...work, logOffset: 0 });
    });
  const { join, joinOrStart, stopAndStart } = createAcquisitions(context, () => works, prepare);
  /** Aborts the start that is in progress, if any. */
  const endStarting = async (): Promise<void> => {
    starting?.controller.abort(managedFault("MANAGED_SERVER_STOPPED", { name }));
    await starting?.work.catch(() => undefined);
  };

  const takeOver = async (options: WorkOptions = {}): Promise<void> => {
    works = true;
    const tracked = tracker.tracked();
    if (tracked?.owner !== "nobody" || tracked.record.keep) return;
    const join = async (): Promise<void> => {
      const joined = await joinServer(context, { takesOver: true });
      if (joined === undefined) return;
      if (joined.watched !== tracked.watched) joined.watched.release();
      else {
        tracker.update(joined);
        tracker.dispatch({ type: "taken over" });
      }
    };
    await withServerLock(instance, join, options);
  };

  const start = async (options: StartTask = {}): Promise<void> => {
    const { keep = false, isTrial = false, takesOver = true, ...rest } = options;
    if (takesOver) works = true;
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
      // If the caller that began the start aborted it, this caller starts the server again.
      if (others !== undefined && signal?.aborted !== true) throw others.error;
    }
    if (isReady()) {
      if (keep) await withServerLock(instance, () => keepRunning(context), rest);
      else if (takesOver) await takeOver(rest);
      return;
    }
    // No await between the check of `starting` and the launch: two callers must not both start a server.
    after.reset();
    await launch(rest, joinOrStart(ownership));
    // The server ended before this process had joined it.
    if (tracker.phase().at === "down") await launch(rest, joinOrStart(ownership));
  };

  const after = createExitHandler(context, {
    relaunch: ({ record: { owner, keep } }) => launch({}, joinOrStart({ owner, keep })),
    joinSuccessor: () => launch({}, join()),
  });

  return {
    phase: tracker.phase,
    onPhase: tracker.onPhase,
    phaseChanged: tracker.phaseChanged,
    /** Starts the server. Settles when the server is ready. Aborting the signal cancels the start. */
    start,
    /** To be called before work is given to the server: takes over a server whose owner was killed. */
    takeOver,
    /** Joins the server if one is running. */
    async joinRunning(options: WorkOptions = {}) {
      const { at } = tracker.phase();
      if (at !== "down" && at !== "crashed") return;
      const found = await findServer(context);
      // A recorded crash is ignored: this process lost no prompts in it, so its calls see a stopped server.
      if (found.kind === "server" && starting === undefined)
        await raceAbort(options.signal, launch({}, join()));
    },
    async stop({ isPartOfStart = false, ...options }: StopTask = {}) {
      after.reset();
      if (!(isPartOfStart && isPreparing)) await endStarting();
      try {
        const stop = async (): Promise<Ownership | undefined> => {
          // The stop waits until a crash is recorded, because otherwise the crash would reappear after the stop.
          await raceAbort(options.signal, exitHandling);
          return stopServer(context, { ...options, interruptsPrompt: true });
        };
        lastOwnership = (await withServerLock(instance, stop, options)) ?? lastOwnership;
      } finally {
        tracker.dispatch({ type: "down" });
      }
    },
    async restart(options: WorkOptions = {}) {
      after.reset();
      await endStarting();
      await launch(options, stopAndStart);
    },
    /** Call this after a failed call: settles when it is known whether the server crashed, restarts or still runs. */
    checkServer() {
      const tracked = tracker.tracked();
      if (tracked === undefined || tracker.phase().at !== "running") return exitHandling;
      return (checking ??= checkReachable(context, tracked, {
        exitHandled: () => exitHandling,
        awaitRestart: (restarted, logOffset) =>
          begin(undefined, (signal) => awaitStarted(context, restarted, { signal, logOffset })),
      }).finally(() => (checking = undefined)));
    },
    /** Whether a server runs, whichever host started it. */
    isRunning: async () => ["server", "stopping"].includes((await findServer(context)).kind),
    /** Arguments of the tracked server. */
    argv: () => tracker.tracked()?.record.argv,
    /** Ends the server if this process owns it, or has worked with it after its owner was killed, and no other host uses it. */
    async close() {
      if (closed) return;
      closed = true;
      after.close();
      await endStarting();
      await exitHandling;
      await releaseServer(context, works);
      tracker.release();
      tracker.dispatch({ type: "down" });
    },
  };
}
