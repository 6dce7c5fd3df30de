// What this process knows of the server, and which one it watches: the one place that is changed.

import { raceAbort, reasonOf } from "@pictor/kernel/plugin";
import { rotateLargeLog } from "../../logs/server-log.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";
import type { ProcessEnding } from "../process/process-ending.js";
import { nextState, initialState, type ServerEvent, type Phase } from "./server-state.js";
import { isSameProcess } from "../record/run-record.js";

/** Milliseconds between two looks at the size of the log. */
const logCheckMs = 30_000;

export interface ServerTracker {
  phase(): Phase;
  dispatch(event: ServerEvent): void;
  /** The listener hears each new phase, at once; returns what ends that. */
  onPhase(listener: (phase: Phase) => void): () => void;
  /** Settles with the next new phase. */
  phaseChanged(signal?: AbortSignal): Promise<void>;
  tracked(): TrackedServer | undefined;
  /** Watches it in place of the one before; `ended` is called when it ends while it is held. */
  hold(tracked: TrackedServer, ended: (tracked: TrackedServer, ending: ProcessEnding) => void): void;
  /** The same server with another record. */
  update(tracked: TrackedServer): void;
  /** Watches nothing any more; a server goes on. */
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
