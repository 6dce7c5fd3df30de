// Reports a generation: progress and result on stderr, the paths of saved files on stdout; with `--json` records.

import { eventToJson, resultToJson } from "@pictor/host";
import type { BackendInfo, GenerationResult, JobEvent, Output, SubmissionResult } from "@pictor/kernel";
import { backendLabel } from "../backends/backend-label.js";
import {
  cancelCommand,
  listCommand,
  lostAdvice,
  keepsJobs,
  watchCommand,
  type JobLocation,
} from "../backends/job-commands.js";
import type { ExitCode } from "../base/exit-codes.js";
import { describeError, renderError } from "../output/error-report.js";
import type { Terminal } from "../output/terminal.js";
import { warnOnce } from "../output/warn-once.js";
import type { Ticker } from "../output/ticker.js";
import { countOf } from "../text/count-of.js";
import { oneLine, plainText } from "../text/plain-text.js";
import { shellWord } from "../text/shell-word.js";
import { clockTime } from "../text/time-text.js";
import { createEventNotes } from "./event-notes.js";
import { startLiveProgress } from "./live-progress.js";

/** What is known before the generation starts. */
export interface ReportStart {
  /** A name for what is generated, such as the workflow's id. */
  readonly title: string;
  readonly count: number;
  readonly backend: BackendInfo;
  /** True if the generation starts the backend's server. Default false. */
  readonly startsServer?: boolean;
  /** Auth profile of the backend instance. */
  readonly auth?: string;
  /** The folder of `--out`, as typed. */
  readonly out?: string | undefined;
}

export interface GenerationReport {
  event(event: JobEvent): void;
  ended(result: SubmissionResult | GenerationResult, code: ExitCode): void;
  /** Called when the job continues without this command. */
  detached(location: JobLocation, code: ExitCode): void;
}
type Submitted = Extract<SubmissionResult, { readonly status: "submitted" }>;

/** One NDJSON record for each event, and a last one for the result. */
const jsonReport = (terminal: Terminal, { backend }: ReportStart): GenerationReport => ({
  event: (event) => terminal.record({ ...eventToJson(event, terminal.redact) }),
  ended: (result, code) =>
    terminal.record({ type: "result", exitCode: code, ...resultToJson(result, terminal.redact), backend }),
  detached: ({ promptId }, code) =>
    terminal.record({ type: "result", status: "detached", exitCode: code, promptIds: [promptId], backend }),
});

/** The result in one sentence; errors are printed separately. */
function endingText(result: GenerationResult, time: string): string {
  const made = countOf(result.outputs.length, "output");
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

/**
 * A name in the current folder for an output: only the ending is the server's. A name of the server in a command that
 * writes a file could be that of any file, such as `~/.profile`.
 */
function localName(filename: string): string {
  const [, extension] = /\.([a-z\d]{1,5})$/i.exec(filename) ?? [];
  return extension === undefined ? "fetched" : `fetched.${extension.toLowerCase()}`;
}

/** How to fetch an output that the backend has and that was not saved. */
export function fetchAdvice({ file }: Output, auth: string | undefined): string {
  const address = oneLine(file.address);
  if (address === "") return `${oneLine(file.filename)} is not saved, and the backend keeps no copy of it.`;
  if (!/^https?:/.test(address))
    return `${oneLine(file.filename)} is not saved; the backend keeps it at ${address}`;
  const profile = auth === undefined ? "" : ` --auth ${shellWord(auth)}`;
  return `To fetch it again: pictor request GET ${shellWord(address)}${profile} > ${localName(file.filename)}`;
}

function announce(start: ReportStart, terminal: Terminal): void {
  const { title: made, count, backend, startsServer = false } = start;
  const { name, title, notice } = backend;
  const batches = count > 1 ? `, ${count} batches` : "";
  const state = startsServer ? `${title.replace(/ \([^()]*\)$/, "")} (its server is starting)` : title;
  terminal.note(`${oneLine(made)}${batches} on ${backendLabel(name, state)}`);
  if (notice !== undefined) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(notice)}`);
}

function printCommands({ note }: Terminal, location: JobLocation): void {
  note(`  ${watchCommand(location)}`);
  note(`  ${cancelCommand(location)}`);
  note(`  ${listCommand(location.backend)}`);
}

function textReport(terminal: Terminal, start: ReportStart, ticker: Ticker): GenerationReport {
  const started = ticker.now();
  const { paint } = terminal;
  announce(start, terminal);
  let isSubmitted = false;
  const live = startLiveProgress(terminal, start.count, ticker);
  const noteEvent = createEventNotes(terminal);
  const warn = warnOnce(terminal);
  const locate = (id: string): JobLocation => ({ promptId: id, backend: start.backend.name, out: start.out });
  const printEnding = (result: GenerationResult): void => {
    for (const problem of result.problems) warn(problem);
    const unsaved = result.outputs.filter(({ path }) => path === undefined);
    for (const output of unsaved) terminal.note(fetchAdvice(output, start.auth));
    if ("error" in result) terminal.say(renderError(describeError(result.error), terminal));
    // If the job failed before its submission, the line with its duration and outputs is left out.
    if (isSubmitted || result.status !== "failed")
      terminal.note(endingText(result, clockTime(ticker.now() - started)));
    const advice = keepsJobs(start.backend) ? lostAdvice(result, locate) : undefined;
    if (advice !== undefined) terminal.note(advice);
    if (result.status !== "vetoed") return;
    if (result.veto.hint !== undefined) terminal.note(`  ${oneLine(result.veto.hint)}`);
    terminal.note(paint.dim(`  ${result.veto.code}`));
  };
  const printSubmitted = ({ promptIds, problems }: Submitted): void => {
    for (const problem of problems) warn(problem);
    for (const id of promptIds) terminal.result(oneLine(id));
    const jobs = promptIds.length === 1 ? "The job continues" : `${promptIds.length} jobs continue`;
    terminal.note(`${jobs} without this command.`);
    printCommands(terminal, locate(oneLine(promptIds[0] ?? "")));
  };
  return {
    event(event) {
      if (event.type === "job" && event.promptId !== undefined) isSubmitted = true;
      live.event(event);
      noteEvent(event);
      if (event.type === "warning") warn(event.problem);
      if (event.type === "text")
        terminal.note(`Text of node ${oneLine(event.node)}: ${plainText(event.text)}`);
      if (event.type === "output" && event.output.path !== undefined) terminal.result(event.output.path);
    },
    ended(result) {
      live.stop();
      if (result.status === "submitted") printSubmitted(result);
      else printEnding(result);
    },
    detached(location) {
      live.stop();
      terminal.note("No longer watching; the job continues.");
      printCommands(terminal, location);
    },
  };
}

export const createReport = (terminal: Terminal, start: ReportStart, ticker: Ticker): GenerationReport =>
  terminal.json ? jsonReport(terminal, start) : textReport(terminal, start, ticker);
