// One server of one instance: started, found, watched, restarted, stopped; whichever process does it.

import { raceAbort } from "@pictor/kernel/plugin";
import { recoverExtensions } from "../../extensions/change/lock-extensions.js";
import { managedFault } from "../../faults.js";
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

export interface ServerTask {
  readonly signal?: AbortSignal | undefined;
  /** What happens, line by line: also what the server writes. */
  onLine?(line: string): void;
}
export interface StartTask extends ServerTask {
  /** It outlives this process. */
  readonly keep?: boolean | undefined;
  /** For an update, which tries what it has just made; on the terms of the server that was stopped before. */
  readonly isTrial?: boolean;
}
export interface StopTask extends ServerTask {
  /** Part of what a start waits for while the installation is looked at: that start goes on. */
  readonly isPartOfStart?: boolean;
}

export interface Supervisor extends Pick<ServerTracker, "phase" | "onPhase" | "phaseChanged"> {
  /** Looks for a server that another process has started; does not start one. */
  look(options?: ServerTask): Promise<void>;
  /** Settles when one answers; a start is given up when the signal is aborted. */
  start(options?: StartTask): Promise<void>;
  stop(options?: StopTask): Promise<void>;
  restart(options?: ServerTask): Promise<void>;
  /** Somebody could not reach it: settles when it is known whether it has crashed, or restarts, or is well. */
  checkServer(): Promise<void>;
  /** Arguments of the server that is watched. */
  argv(): readonly string[] | undefined;
  /** Ends a server that belongs to this process, and watches no other any more. */
  close(): Promise<void>;
}

interface PendingStart {
  readonly work: Promise<void>;
  /** Of who began it. */
  readonly signal: AbortSignal | undefined;
  readonly ending: AbortController;
}

export function createSupervisor(context: ServerContext): Supervisor {
  const { instance, ownIdentity } = context;
  const { layout, logger, name } = instance;
  const tracker = createServerTracker(context);
  let closed = false;
  let starting: PendingStart | undefined;
  /** The installation is looked at: what that stops is part of the start that asked for it. */
  let isPreparing = false;
  let exitHandling: Promise<void> = Promise.resolve();
  let checking: Promise<void> | undefined;
  let lastOwnership: Ownership | undefined;

  const locked = <Value>({ signal, onLine }: ServerTask, work: () => Promise<Value>): Promise<Value> =>
    withServerLock(instance, work, {
      ...(signal === undefined ? {} : { signal }),
      waiting: () => onLine?.("waiting for another process that starts or stops it"),
    });

  const hold = (tracked: TrackedServer): void => {
    tracker.hold(tracked, (now, ending) => {
      // Who starts or stops it sees that itself.
      if (tracker.phase().at !== "running" || closed) return;
      exitHandling = after.ended(now, ending).catch((error: unknown) => {
        logger.error(`It could not be found out why the server of "${name}" ended.`, { error });
        tracker.release();
        tracker.dispatch({ type: "crashed", crash: { ...ending, lastLines: [] } });
      });
    });
    tracker.dispatch({ type: "spawned", endpoint: endpointOf(tracked) });
  };

  /** One at a time. What it waits for is ended when the signal is aborted before that is ready. */
  const begin = (
    options: Omit<ServerTask, "onLine">,
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
  /** Settles with what torch was installed for. */
  const prepare = async ({ signal, onLine }: ServerTask): Promise<string | undefined> => {
    isPreparing = true;
    try {
      const options = {
        ...(signal === undefined ? {} : { signal }),
        ...(onLine === undefined ? {} : { onLine }),
      };
      const { device } = await context.installation.ready(options);
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
        return joinOrSpawn(context, tracker, { ...all, ...(ownership === undefined ? {} : { ownership }) }).catch(
          async (error: unknown) => {
            if (ownership !== undefined) await removeRecord(layout.runState);
            throw error;
          },
        );
      });
      if (tracked === undefined) {
        tracker.dispatch({ type: "down" });
        return;
      }
      hold(tracked);
      await awaitStarted(context, tracker, tracked, { ...all, logOffset: 0 });
    });
  /** A start that is under way here is given up. */
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
      // Who had begun it gave it up; this caller did not.
      if (others !== undefined && signal?.aborted !== true) throw others.error;
    }
    if (isReady()) return keep ? locked(rest, () => keepRunning(context, tracker)) : undefined;
    // Nothing is awaited since it was seen that no start is under way.
    after.reset();
    await launch({ ...rest, ownership });
    // The one that was to be joined ended just then.
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
    async look(options = {}) {
      const { at } = tracker.phase();
      if (at !== "down" && at !== "crashed") return;
      const found = await findServer(context);
      // One that has crashed before is nothing that this process lost: for its calls there is no server.
      if (found.kind === "server" && starting === undefined)
        await raceAbort(options.signal, launch({ joinOnly: true }));
    },
    async stop({ isPartOfStart = false, ...options } = {}) {
      after.reset();
      if (!(isPartOfStart && isPreparing)) await endStarting();
      try {
        lastOwnership =
          (await locked(options, async () => {
            // A crash that is being written down would be there again afterwards.
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
      await launch(options, () => stopServer(context, tracker, { ...options, interruptsPrompt: true, isRestart: true }));
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
