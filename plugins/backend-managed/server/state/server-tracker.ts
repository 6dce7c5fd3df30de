// The current state of the server and the watched process: the only mutable copy.

import { raceAbort, reasonOf } from "@pictor/kernel/plugin";
import { rotateLargeLog } from "../../logs/server-log.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";
import type { ProcessEnding } from "../process/process-ending.js";
import { nextState, initialState, type ServerEvent, type Phase } from "./server-state.js";
import { isSameProcess } from "../process/process-identity.js";

/** Interval between checks of the log's size. */
const logCheckMs = 30_000;

export interface ServerTracker {
  phase(): Phase;
  dispatch(event: ServerEvent): void;
  /** Calls the listener synchronously with each new phase; returns the unsubscribe function. */
  onPhase(listener: (phase: Phase) => void): () => void;
  /** Settles when the phase changes next. */
  phaseChanged(signal?: AbortSignal): Promise<void>;
  tracked(): TrackedServer | undefined;
  /** Watches a server in place of the previous one; `ended` is called if it ends while it is tracked. */
  hold(tracked: TrackedServer, ended: (tracked: TrackedServer, ending: ProcessEnding) => void): void;
  /** Replaces the record of the tracked server. */
  update(tracked: TrackedServer): void;
  /** Stops watching; the server continues. */
  release(): void;
}

export function createServerTracker({ instance }: ServerContext): ServerTracker {
  const { clock, layout, logger, name } = instance;
  const listeners = new Set<(phase: Phase) => void>();
  let state = initialState;
  let tracked: TrackedServer | undefined;
  let cancelLogCheck = (): void => undefined;

  const scheduleLogCheck = (): void => {
    cancelLogCheck();
    cancelLogCheck = clock.after(logCheckMs, () => {
      rotateLargeLog(layout.logs)
        .catch((error: unknown) => {
          logger.warn(`The log of "${name}" could not be shortened: ${reasonOf(error)}`);
        })
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

  return {
    phase: () => state.phase,
    dispatch(event) {
      const before = state;
      state = nextState(before, event);
      if (state.phase !== before.phase) for (const listener of [...listeners]) listener(state.phase);
    },
    onPhase,
    phaseChanged(signal) {
      let forget = (): void => undefined;
      const next = new Promise<void>((resolve) => {
        forget = onPhase(() => {
          resolve();
        });
      });
      return raceAbort(signal, next).finally(() => {
        forget();
      });
    },
    tracked: () => tracked,
    hold(next, ended) {
      const isTracked = tracked?.watched === next.watched;
      if (!isTracked) release();
      tracked = next;
      if (next.owner !== "other") scheduleLogCheck();
      if (isTracked) return;
      void next.watched.exited.then((ending) => {
        if (tracked?.watched === next.watched) ended(tracked, ending);
      });
    },
    update(next) {
      if (tracked !== undefined && isSameProcess(tracked.record.process, next.record.process)) tracked = next;
    },
    release,
  };
}
