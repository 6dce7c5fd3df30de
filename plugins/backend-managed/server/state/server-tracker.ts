// What this process knows of the server, and which one it watches: the one place that is changed.

import { raceAbort, reasonOf } from "@pictor/kernel/plugin";
import { limitLog } from "../../logs/server-log.js";
import type { Held, ServerContext } from "../record/server-context.js";
import type { Ending } from "../process/process-ending.js";
import { learn, nothingKnown, type Happening, type Phase } from "./server-state.js";
import { sameProcess } from "../record/run-record.js";

/** Milliseconds between two looks at the size of the log. */
const logLookMs = 30_000;

export interface Desk {
  phase(): Phase;
  tell(happening: Happening): void;
  /** The listener hears each new phase, at once; returns what ends that. */
  onPhase(listener: (phase: Phase) => void): () => void;
  /** Settles with the next new phase. */
  changed(signal?: AbortSignal): Promise<void>;
  held(): Held | undefined;
  /** Watches it in place of the one before; `ended` is called when it ends while it is held. */
  hold(held: Held, ended: (held: Held, ending: Ending) => void): void;
  /** The same server with another record. */
  update(held: Held): void;
  /** Watches nothing any more; a server goes on. */
  release(): void;
}

export function createDesk({ means }: ServerContext): Desk {
  const { clock, layout, logger, name } = means;
  const listeners = new Set<(phase: Phase) => void>();
  let knowledge = nothingKnown;
  let held: Held | undefined;
  let stopLooking = (): void => undefined;

  const lookAtLog = (): void => {
    stopLooking();
    stopLooking = clock.after(logLookMs, () => {
      limitLog(layout.logs)
        .catch((error: unknown) => {
          logger.warn(`The log of "${name}" could not be shortened: ${reasonOf(error)}`);
        })
        .finally(() => {
          if (held !== undefined) lookAtLog();
        });
    });
  };
  const release = (): void => {
    stopLooking();
    held?.watched.release();
    held = undefined;
  };
  const onPhase = (listener: (phase: Phase) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    phase: () => knowledge.phase,
    tell(happening) {
      const before = knowledge;
      knowledge = learn(before, happening);
      if (knowledge.phase !== before.phase) for (const listener of [...listeners]) listener(knowledge.phase);
    },
    onPhase,
    changed(signal) {
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
    held: () => held,
    hold(next, ended) {
      const isKnown = held?.watched === next.watched;
      if (!isKnown) release();
      held = next;
      if (next.owner !== "other") lookAtLog();
      if (isKnown) return;
      void next.watched.gone.then((ending) => {
        if (held?.watched === next.watched) ended(held, ending);
      });
    },
    update(next) {
      if (held !== undefined && sameProcess(held.record.process, next.record.process)) held = next;
    },
    release,
  };
}
