// A generation as a person reads it: a live line or sparse lines on stderr, the paths of saved files on stdout.

import type { BackendInfo, GenerationResult, JobEvent, Output } from "@pictor/kernel";
import { clockTime } from "./bar.js";
import { complaintOf, renderComplaint, renderProblem } from "./complaint.js";
import { eventRecord, resultRecord } from "./event-record.js";
import type { ExitCode } from "../exit-codes.js";
import { startLive, type Ticker } from "./live.js";
import { oneLine } from "./plain-text.js";
import type { Terminal } from "./terminal.js";

/** What is known before it begins. */
export interface Start {
  readonly workflow: string;
  readonly count: number;
  readonly backend: BackendInfo;
  /** Profile of the backend's instance. */
  readonly auth?: string;
}

export interface Report {
  event(event: JobEvent): void;
  ended(result: GenerationResult, code: ExitCode): void;
}

/** One NDJSON line for each event, and the last one for the ending. */
const jsonReport = (terminal: Terminal, { backend }: Start): Report => ({
  event: (event) => {
    terminal.record(eventRecord(event));
  },
  ended: (result, code) => {
    terminal.record({ ...resultRecord(result, code), backend });
  },
});

const pictures = (count: number): string => (count === 1 ? "1 output" : `${count} outputs`);

/** The ending in one sentence; errors and vetoes are printed by themselves. */
function endingText(result: GenerationResult, time: string): string {
  const made = pictures(result.outputs.length);
  switch (result.status) {
    case "finished": {
      const unsaved = result.outputs.filter(({ path }) => path === undefined).length;
      const ending = unsaved === 0 ? "Finished" : `Finished, but ${unsaved} not saved`;
      return `${ending}: ${made} in ${time}.`;
    }
    case "interrupted":
      return `Interrupted ${result.by === "caller" ? "here" : "on the backend"} after ${time}; ${made} until then.`;
    case "vetoed":
      return `Not started: ${oneLine(result.veto.message)}`;
    case "failed":
    case "lost":
      return `${result.status === "failed" ? "Failed" : "Lost"} after ${time}; ${made} until then.`;
  }
}

/** How to get a picture that the backend made and nobody saved. */
export function fetchAdvice({ file }: Output, auth: string | undefined): string {
  const address = oneLine(file.address);
  if (!/^https?:/.test(address))
    return `${oneLine(file.filename)} is not saved; the backend keeps it at ${address}`;
  const profile = auth === undefined ? "" : ` --auth ${auth}`;
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return `To fetch it again: pictor request GET ${quoted(address)}${profile} > ${quoted(oneLine(file.filename))}`;
}

function announce({ workflow, count, backend: { name, title, notice } }: Start, terminal: Terminal): void {
  const batches = count > 1 ? `, ${count} batches` : "";
  terminal.note(`${oneLine(workflow)}${batches} on ${oneLine(name)} (${oneLine(title)})`);
  if (notice !== undefined) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(notice)}`);
}

function textReport(terminal: Terminal, start: Start, ticker: Ticker): Report {
  const started = ticker.now();
  const { paint } = terminal;
  announce(start, terminal);
  const live = startLive(terminal, start.count, ticker);
  const printEnding = (result: GenerationResult): void => {
    for (const problem of result.problems) terminal.say(renderProblem(problem, terminal));
    const unsaved = result.outputs.filter(({ path }) => path === undefined);
    for (const output of unsaved) terminal.note(fetchAdvice(output, start.auth));
    if ("error" in result) terminal.say(renderComplaint(complaintOf(result.error), terminal));
    terminal.note(endingText(result, clockTime(ticker.now() - started)));
    if (result.status !== "vetoed") return;
    if (result.veto.hint !== undefined) terminal.note(`  ${oneLine(result.veto.hint)}`);
    terminal.note(paint.dim(`  ${result.veto.code}`));
  };
  return {
    event(event) {
      live.event(event);
      if (event.type === "output" && event.output.path !== undefined) terminal.result(event.output.path);
    },
    ended(result) {
      live.stop();
      printEnding(result);
    },
  };
}

export const createReport = (terminal: Terminal, start: Start, ticker: Ticker): Report =>
  terminal.json ? jsonReport(terminal, start) : textReport(terminal, start, ticker);
