// Long work as a person reads it: a line for each step, and on a terminal a live one with the tool's last words.

import type { StepProgress } from "@pictor/host";
import { clockTime } from "./bar.js";
import type { Ticker } from "./live.js";
import { oneLine } from "./plain-text.js";
import type { Terminal } from "./terminal.js";

const intervalMs = 100;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export interface Steps {
  note(note: StepProgress): void;
  /** A step without a number, such as an extension's way or a plugin's word. */
  say(step: string, fraction?: number): void;
  /** Takes the live line away; the step that was shown is done, or not. */
  end(isDone: boolean): void;
}

/** The live line: what happens, how far it is, for how long, and the tool's last line as far as there is room. */
export function stepLine(note: StepProgress, frame: string, elapsedMs: number, columns: number): string {
  const share = note.fraction === undefined ? "" : ` ${Math.floor(Math.min(1, note.fraction) * 100)}%`;
  const last = note.line === undefined ? "" : `  ${oneLine(note.line).trim()}`;
  const line = `${frame} ${place(note)}${oneLine(note.title)}${share} ${clockTime(elapsedMs)}${last}`;
  return line.slice(0, Math.max(4, columns - 1));
}

const place = ({ index, count }: StepProgress): string => (count > 1 ? `[${index + 1}/${count}] ` : "");

function textSteps(terminal: Terminal, ticker: Ticker): Steps {
  let current: StepProgress | undefined;
  let since = 0;
  let turn = 0;
  let stopTicking: () => void = () => undefined;
  // What a backend says beside this is said by the steps already.
  const release = terminal.activity.take("quiet");
  const elapsed = (): number => ticker.now() - since;
  const draw = (): void => {
    if (current === undefined) return;
    turn += 1;
    const frame = frames[turn % frames.length] ?? "";
    terminal.status.show(stepLine(current, frame, elapsed(), terminal.columns()));
  };
  /** Where nothing is live, the step was told when it began. */
  const close = (mark: string): void => {
    if (current === undefined) return;
    terminal.status.show("");
    if (terminal.live)
      terminal.note(`${mark} ${place(current)}${oneLine(current.title)}  ${clockTime(elapsed())}`);
    current = undefined;
  };
  const open = (note: StepProgress): void => {
    close(terminal.paint.green("✓"));
    since = ticker.now();
    if (!terminal.live) terminal.note(`${place(note)}${oneLine(note.title)}`);
    stopTicking();
    stopTicking = terminal.live ? ticker.every(intervalMs, draw) : () => undefined;
  };
  const note = (next: StepProgress): void => {
    if (current?.step !== next.step || current.title !== next.title) open(next);
    const line = next.line ?? (current?.step === next.step ? current.line : undefined);
    current = { ...next, ...(line !== undefined && { line }) };
  };
  return {
    note,
    say: (step, fraction) => {
      note({ step, title: step, index: 0, count: 1, ...(fraction !== undefined && { fraction }) });
    },
    end(isDone) {
      stopTicking();
      release();
      terminal.activity.end();
      close(isDone ? terminal.paint.green("✓") : terminal.paint.red("x"));
    },
  };
}

/** Every note is a record of type `step`. */
const jsonSteps = (terminal: Terminal): Steps => ({
  note: ({ step, title, index, count, fraction, line }) => {
    const more = { ...(fraction !== undefined && { fraction }), ...(line !== undefined && { line }) };
    terminal.record({ type: "step", step, title, index, count, ...more });
  },
  say: (step, fraction) => {
    const more = fraction === undefined ? {} : { fraction };
    terminal.record({ type: "step", step, title: step, index: 0, count: 1, ...more });
  },
  end: () => undefined,
});

export const createSteps = (terminal: Terminal, ticker: Ticker): Steps =>
  terminal.json ? jsonSteps(terminal) : textSteps(terminal, ticker);
