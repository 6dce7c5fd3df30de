// Long work with signs of life: a gate that says nothing is taken for dead.

import type { Gate } from "./check-context.js";

/** How long work may be silent before a sign of life is given for it. Milliseconds. */
export const heartbeatMs = 20_000;

export type Tell = (line: string, fraction?: number) => void;

/** Part of a whole: the fractions of the work lie between `from` and `to`. */
export interface Share {
  readonly from: number;
  readonly to: number;
}

const longest = 160;
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longest);

/** Reports `title` at once, then each line of the work, and repeats the last line while the work reports nothing. */
export async function withProgress<T>(
  { context: { interaction }, clock }: Pick<Gate, "context" | "clock">,
  title: string,
  work: (tell: Tell) => Promise<T>,
  share?: Share,
): Promise<T> {
  let last: readonly [string, number?] = share === undefined ? [title] : [title, share.from];
  let cancel = (): void => undefined;
  const reportLast = (): void => {
    interaction.progress(...last);
    cancel = clock.after(heartbeatMs, reportLast);
  };
  const tell: Tell = (line, fraction) => {
    cancel();
    const text = oneLine(line);
    const told = text === "" ? title : `${title}: ${text}`;
    const whole =
      share === undefined || fraction === undefined
        ? fraction
        : share.from + fraction * (share.to - share.from);
    const known = whole ?? share?.from;
    last = known === undefined ? [told] : [told, known];
    reportLast();
  };
  reportLast();
  try {
    return await work(tell);
  } finally {
    cancel();
  }
}
