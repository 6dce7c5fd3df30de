// What long work tells while it goes on: notes for the host, lines for the log.

import type { StepNote } from "@pictor/kernel/plugin";
import type { WorkOptions } from "../instance.js";
import type { WorkLog } from "../logs/work-log.js";

export interface Report {
  readonly log: WorkLog;
  /** So many steps are still to come. */
  expectSteps(more: number): void;
  /** The next one begins. */
  step(step: string, title: string): void;
  /** A short line of ours, for both. */
  note(line: string): void;
  /** For the tools of the step. */
  readonly toolOptions: WorkOptions;
}

/** "Receiving objects:  45% (45/100)". Pure. */
export function parseFraction(line: string): number | undefined {
  const percent = /(?:^|\s)(\d{1,3})%/.exec(line)?.[1];
  return percent === undefined ? undefined : Math.min(1, Number(percent) / 100);
}

/** A note holds what is known of the step that runs. */
export function createReport(
  log: WorkLog,
  progress: ((note: StepNote) => void) | undefined,
  signal: AbortSignal | undefined,
): Report {
  let current = { step: "", title: "", index: -1 };
  let count = 0;
  const emit = (line?: string): void => {
    const fraction = line === undefined ? undefined : parseFraction(line);
    progress?.({
      ...current,
      count: Math.max(count, current.index + 1),
      ...(fraction === undefined ? {} : { fraction }),
      ...(line === undefined ? {} : { line }),
    });
  };
  const onLine = (line: string): void => {
    const text = line.trimEnd();
    if (text === "") return;
    // Of a progress bar the end is enough.
    if ((parseFraction(text) ?? 1) === 1) log.write(`  ${text}`);
    emit(text);
  };
  return {
    log,
    expectSteps(more) {
      count = current.index + 1 + more;
    },
    step(step, title) {
      current = { step, title, index: current.index + 1 };
      log.write(`== ${title}`);
      emit();
    },
    note: onLine,
    toolOptions: { onLine, signal },
  };
}
