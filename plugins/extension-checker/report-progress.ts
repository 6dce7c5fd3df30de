// Reports the progress of long work regularly: a gate that reports nothing is considered dead.

import { cutText, type StepProgress } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";

/** Time without a report after which the last line is repeated, in milliseconds. */
export const heartbeatMs = 20_000;

export type ReportLine = (line: string, fraction?: number) => void;

/** Reports the progress of a backend as lines. */
export const asLines =
  (report: ReportLine) =>
  ({ title, line, fraction }: StepProgress): void =>
    report(line ?? title, fraction);

/** The part of the whole progress that the work covers; its own fractions are scaled to lie between `from` and `to`. */
export interface Share {
  readonly from: number;
  readonly to: number;
}

const longest = 160;
const oneLine = (text: string): string => cutText(text.replace(/[\p{Cc}\s]+/gu, " ").trim(), longest);

/** Reports `title` at once, then each line of the work, and repeats the last line while the work reports nothing. */
export async function withProgress<T>(
  { context: { interaction }, clock }: Pick<Gate, "context" | "clock">,
  title: string,
  work: (report: ReportLine) => Promise<T>,
  share?: Share,
): Promise<T> {
  let last: readonly [string, number?] = share === undefined ? [title] : [title, share.from];
  let cancel = (): void => undefined;
  const reportLast = (): void => {
    interaction.progress(...last);
    cancel = clock.after(heartbeatMs, reportLast);
  };
  const report: ReportLine = (line, fraction) => {
    cancel();
    const text = oneLine(line);
    const shown = text === "" ? title : `${title}: ${text}`;
    const whole =
      share === undefined || fraction === undefined
        ? fraction
        : share.from + fraction * (share.to - share.from);
    const known = whole ?? share?.from;
    last = known === undefined ? [shown] : [shown, known];
    reportLast();
  };
  reportLast();
  try {
    return await work(report);
  } finally {
    cancel();
  }
}
