// Reports the progress of long work: notes for the host, lines for the log.

import type { StepProgress } from "@pictor/kernel/plugin";
import type { WorkOptions } from "../instance.js";
import type { WorkLog } from "../logs/work-log.js";

export type Report = ReturnType<typeof createReport>;

/** The percentage in lines such as "Receiving objects:  45% (45/100)", from 0 to 1. Pure. */
export function parseFraction(line: string): number | undefined {
  const percent = /(?:^|\s)(\d{1,3})%/.exec(line)?.[1];
  return percent === undefined ? undefined : Math.min(1, Number(percent) / 100);
}

/** Each note describes the current step. */
export function createReport(
  log: WorkLog,
  progress: ((note: StepProgress) => void) | undefined,
  signal: AbortSignal | undefined,
) {
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
    // The log contains only the last state of a progress bar.
    if ((parseFraction(text) ?? 1) === 1) log.write(`  ${text}`);
    emit(text);
  };
  return {
    log,
    /** Sets the number of steps that are still to come. */
    expectSteps(more: number) {
      count = current.index + 1 + more;
    },
    /** Begins the next step. */
    step(step: string, title: string) {
      current = { step, title, index: current.index + 1 };
      log.write(`== ${title}`);
      emit();
    },
    /** Reports a failure after which the work continues, to host and log. */
    warn(text: string) {
      log.write(`!! ${text}`);
      progress?.({ ...current, count: Math.max(count, current.index + 1), warning: text });
    },
    /** Options for the tools of the current step. */
    toolOptions: { onLine, signal } satisfies WorkOptions,
  };
}
