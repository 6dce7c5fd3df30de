// Shows the steps of a long operation: a line for each step, and on a terminal a live line with the tool's latest output.

import type { StepProgress } from "@pictor/kernel";
import { oneLine } from "../text/plain-text.js";
import { clockTime } from "../text/time-text.js";
import type { Terminal } from "./terminal.js";
import type { Ticker } from "./ticker.js";

const intervalMs = 100;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export interface StepDisplay {
  /** Shows a numbered step, or a new line of the current one. */
  note(note: StepProgress): void;
  /** Removes the live line. `isDone` is true if the current step succeeded. */
  end(isDone: boolean): void;
}

const position = ({ index, count }: StepProgress): string => (count > 1 ? `[${index + 1}/${count}] ` : "");

/** The live line: step, percentage, time, and the tool's latest line. */
function stepLine(note: StepProgress, frame: string, elapsedMs: number): string {
  const percent = note.fraction === undefined ? "" : ` ${Math.floor(Math.min(1, note.fraction) * 100)}%`;
  const latest = note.line === undefined ? "" : `  ${oneLine(note.line).trim()}`;
  return `${frame} ${position(note)}${oneLine(note.title)}${percent} ${clockTime(elapsedMs)}${latest}`;
}

function textSteps(terminal: Terminal, ticker: Ticker): StepDisplay {
  let current: StepProgress | undefined;
  let startedAt = 0;
  let frameCount = 0;
  let stopTicking: () => void = () => undefined;
  // The reports of the backend are not shown, because the steps contain them.
  const resumeActivity = terminal.activity.suspend("silent");
  const elapsedMs = (): number => ticker.now() - startedAt;
  const draw = (): void => {
    if (current === undefined) return;
    frameCount += 1;
    const frame = frames[frameCount % frames.length] ?? "";
    terminal.status.show(stepLine(current, frame, elapsedMs()));
  };
  /** Prints how the step ended. Without a live line, the step was already printed when it began. */
  const close = (mark: string): void => {
    if (current === undefined) return;
    terminal.status.show("");
    if (terminal.live)
      terminal.note(
        `${current.warning === undefined ? mark : terminal.paint.yellow("!")} ${position(current)}${oneLine(current.title)}  ${clockTime(elapsedMs())}`,
      );
    current = undefined;
  };
  const open = (note: StepProgress): void => {
    close(terminal.paint.green("✓"));
    startedAt = ticker.now();
    if (!terminal.live) terminal.note(`${position(note)}${oneLine(note.title)}`);
    stopTicking();
    stopTicking = terminal.live ? ticker.every(intervalMs, draw) : () => undefined;
  };
  return {
    note(next) {
      if (current?.step !== next.step || current.title !== next.title) open(next);
      const { line, warning } = { ...(current?.step === next.step && current), ...next };
      current = { ...next, ...(line !== undefined && { line }), ...(warning !== undefined && { warning }) };
      if (next.warning === undefined) return;
      terminal.status.show("");
      terminal.say(terminal.redact(`warning: ${oneLine(next.warning)}`));
    },
    end(isDone) {
      stopTicking();
      resumeActivity();
      terminal.activity.clear();
      close(isDone ? terminal.paint.green("✓") : terminal.paint.red("x"));
    },
  };
}

/** Shows the steps with `--json`: writes each as a record of type `step`. */
const jsonSteps = (terminal: Terminal): StepDisplay => ({
  note: ({ step, title, index, count, fraction, line, warning }) => {
    const more = {
      ...(fraction !== undefined && { fraction }),
      ...(line !== undefined && { line }),
      ...(warning !== undefined && { warning }),
    };
    terminal.record({ type: "step", step, title, index, count, ...more });
  },
  end: () => undefined,
});

export const createSteps = (terminal: Terminal, ticker: Ticker): StepDisplay =>
  terminal.json ? jsonSteps(terminal) : textSteps(terminal, ticker);
