// Reports errors that somebody has to correct, before the worker can end its prompt: each code once, until a prompt has ended.

import { PictorError, problemFor, reasonOf, type WorkEvent } from "@pictor/kernel/plugin";
import { queueFault } from "../../faults.js";

export class Warnings {
  readonly #worker: string;
  readonly #report: (event: WorkEvent) => void;
  readonly #noted = new Set<string>();

  constructor(worker: string, report: (event: WorkEvent) => void) {
    this.#worker = worker;
    this.#report = report;
  }

  note(error: unknown): void {
    const problem =
      error instanceof PictorError
        ? error
        : queueFault("QUEUE_WORKER_HELD_UP", { worker: this.#worker, reason: reasonOf(error) });
    if (this.#noted.has(problem.code)) return;
    this.#noted.add(problem.code);
    this.#report({ type: "warning", problem: problemFor(problem) });
  }

  /** Reports errors again that have been reported before. */
  reset(): void {
    this.#noted.clear();
  }
}
