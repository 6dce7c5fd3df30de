// Reports errors that somebody has to correct, before the worker can end its prompt: each code once, until a prompt has ended.

import { PictorError, problemFor, reasonOf, type WorkEvent } from "@pictor/kernel/plugin";
import { queueFault } from "../../faults.js";

export type Warnings = ReturnType<typeof createWarnings>;

export function createWarnings(worker: string, report: (event: WorkEvent) => void) {
  const noted = new Set<string>();
  return {
    note(error: unknown): void {
      const problem =
        error instanceof PictorError
          ? error
          : queueFault("QUEUE_WORKER_HELD_UP", { worker, reason: reasonOf(error) });
      if (noted.has(problem.code)) return;
      noted.add(problem.code);
      report({ type: "warning", problem: problemFor(problem) });
    },
    /** Reports errors again that have been reported before. */
    reset(): void {
      noted.clear();
    },
  };
}
