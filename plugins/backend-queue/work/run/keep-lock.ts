// Keeps a job from being given to others while a worker has it: for `lockSeconds` while it is prepared, and for
// `lostSeconds` after it was begun, so that the next process of the worker can end it.

import { pause } from "@pictor/kernel/plugin";
import type { TakenJob } from "../../bull/jobs.js";
import type { WorkerParts } from "../parts/worker-parts.js";

export interface Lock {
  /** The job was begun. */
  lengthen(): void;
  end(): void;
}

/** The time, in milliseconds, for which a worker that has begun a job keeps it without a sign. */
export const begunMsOf = ({
  settings: { lockSeconds, lostSeconds },
}: Pick<WorkerParts, "settings">): number => Math.max(lockSeconds, lostSeconds) * 1_000;

export function keepLock(taken: TakenJob, parts: Pick<WorkerParts, "clock" | "settings">): Lock {
  const ending = new AbortController();
  const shortMs = parts.settings.lockSeconds * 1_000;
  let ms = shortMs;
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await pause(parts.clock, shortMs / 3, ending.signal);
      await taken.extend(ms).catch(() => undefined);
    }
  };
  run().catch(() => undefined);
  return { lengthen: () => void (ms = begunMsOf(parts)), end: () => ending.abort() };
}
