// The state of the server and the process that is watched: the only mutable copy in this process.

import { raceAbort, reasonOf } from "@pictor/kernel/plugin";
import { rotateLargeLog } from "../../logs/server-log.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";
import type { ProcessEnding } from "../process/process-ending.js";
import { isSameProcess, type ProcessIdentity } from "../process/process-identity.js";
import { watchForeignProcess, type WatchedProcess } from "../process/watch-process.js";
import { nextState, initialState, type ServerEvent, type Phase } from "./server-state.js";

/** Interval between checks of the log's size. */
const logCheckMs = 30_000;

export type ServerTracker = ReturnType<typeof createServerTracker>;

/** The context of a supervisor, which tracks one server. */
export interface SupervisorContext extends ServerContext {
  readonly tracker: ServerTracker;
}

export function createServerTracker({ instance }: ServerContext) {
  const { clock, layout, logger, name } = instance;
  const listeners = new Set<(phase: Phase) => void>();
  let state = initialState;
  let tracked: TrackedServer | undefined;
  let cancelLogCheck = (): void => undefined;

  const scheduleLogCheck = (): void => {
    cancelLogCheck();
    cancelLogCheck = clock.after(logCheckMs, () => {
      rotateLargeLog(layout.logs)
        .catch((error: unknown) =>
          logger.warn(`The log of "${name}" could not be shortened: ${reasonOf(error)}`),
        )
        .finally(() => {
          if (tracked !== undefined) scheduleLogCheck();
        });
    });
  };
  const release = (): void => {
    cancelLogCheck();
    tracked?.watched.release();
    tracked = undefined;
  };
  const onPhase = (listener: (phase: Phase) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const isTracked = (process: ProcessIdentity): boolean =>
    tracked !== undefined && isSameProcess(tracked.record.process, process);

  return {
    phase: () => state.phase,
    dispatch(event: ServerEvent) {
      const before = state;
      state = nextState(before, event);
      if (state.phase !== before.phase) for (const listener of [...listeners]) listener(state.phase);
    },
    /** Calls the listener synchronously with each new phase; returns the unsubscribe function. */
    onPhase,
    /** Settles when the phase changes next. */
    phaseChanged(signal?: AbortSignal) {
      let forget = (): void => undefined;
      const next = new Promise<void>((resolve) => {
        forget = onPhase(() => resolve());
      });
      return raceAbort(signal, next).finally(() => forget());
    },
    tracked: () => tracked,
    /** Returns the watched process of the tracked server if it has this identity. Otherwise starts to watch the process. */
    watch: (process: ProcessIdentity): WatchedProcess =>
      tracked !== undefined && isTracked(process) ? tracked.watched : watchForeignProcess(process, instance),
    /** Tracks a server in place of the previous one; calls `ended` if the server ends while it is tracked. */
    hold(next: TrackedServer, ended: (tracked: TrackedServer, ending: ProcessEnding) => void) {
      const isWatched = tracked?.watched === next.watched;
      if (!isWatched) release();
      tracked = next;
      if (next.owner !== "other") scheduleLogCheck();
      if (isWatched) return;
      void next.watched.exited.then((ending) => {
        if (tracked?.watched === next.watched) ended(tracked, ending);
      });
    },
    /** Replaces the record of the tracked server; ignored for any other server. */
    update(next: TrackedServer) {
      if (isTracked(next.record.process)) tracked = next;
    },
    /** Stops watching; the server continues. */
    release,
  };
}
