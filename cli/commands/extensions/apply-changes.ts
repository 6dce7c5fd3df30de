// Changes extensions for a user at the terminal: asks, shows the steps, and reports the result.

import type { InstalledExtension, PromptSummary } from "@pictor/kernel";
import type { OpenedInstance } from "@pictor/features/backends";
import {
  applyChanges as apply,
  restartQuestion,
  type ChangePlan,
  type ChangesResult,
  type ChangeWork,
} from "@pictor/features/extensions";
import { jobLines } from "../../backends/open-jobs.js";
import { endingOfError, exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { describeError, renderError } from "../../output/error-report.js";
import { ended, finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { failureLines } from "./extensions-table.js";

export interface RestartOptions extends ConfirmOptions {
  /** Restart without asking, unless jobs on the server would be lost. */
  readonly restart?: true;
}

export interface ChangeCommandOptions extends RestartOptions, BackendOption {}

type Opened = OpenedInstance<"extensions">;

/** True if an option or the user wants a restart now. */
async function wantsRestart(
  host: CommandHost,
  { instance }: Opened,
  { yes, restart }: RestartOptions,
  jobs: readonly PromptSummary[],
): Promise<boolean> {
  if (yes || (restart && jobs.length === 0)) return true;
  if (host.terminal.json || !host.interaction.hasPerson) return false;
  const { detail = [], ...question } = restartQuestion(oneLine(instance.name), jobs);
  const lost = jobs.length === 0 ? [] : jobLines(jobs);
  return confirmOrThrow(host, { ...question, detail: [...detail, ...lost] }, undefined);
}

/**
 * A sentence about the restart: that it is done, or what the user still has to do; undefined if nothing was changed.
 */
function restartSentence(result: ChangesResult, { instance }: Opened): string | undefined {
  const name = oneLine(instance.name);
  if (result.restart === "done") return `${name} is restarted.`;
  switch (result.because) {
    case "elsewhere":
      return `It takes effect at the next start of the server of ${name}; restart the server on its machine.`;
    case "declined":
      return `It takes effect after a restart: pictor backend restart ${shellWord(instance.name)}`;
    case "not running":
      return `${name} is not running; it takes effect at the next start.`;
    case "no change":
      return undefined;
  }
}

/** Prints which of the changed extensions the server did not load. */
function reportLoading({ terminal }: CommandHost, notLoaded: readonly InstalledExtension[]): void {
  const unexplained = notLoaded.filter(({ failure }) => failure === undefined);
  const lines = [
    ...failureLines(notLoaded),
    ...unexplained.map(({ id }) => `${oneLine(id)} was not loaded.`),
  ];
  for (const line of lines) terminal.note(`${terminal.paint.red("error:")} ${line}`);
}

/** Applies the changes, restarts the server if the user or an option wants that, and reports the result. */
async function applyChanges(
  host: CommandHost,
  opened: Opened,
  changes: ChangePlan["changes"],
  options: RestartOptions,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const work: ChangeWork = {
    signal,
    say: (text) => terminal.say(terminal.redact(oneLine(text))),
    failed: (error) => terminal.say(renderError(describeError(error), terminal)),
    withSteps: (run) => runWithSteps(host, run),
    mayRestart: (jobs) => wantsRestart(host, opened, options, jobs),
  };
  const result = await apply(opened, changes, work);
  const sentence = restartSentence(result, opened);
  if (sentence !== undefined) terminal.say(sentence);
  reportLoading(host, result.notLoaded);
  const [failure] = result.failures;
  const loaded = result.notLoaded.length === 0 ? "finished" : "backend";
  const ending = failure === undefined ? loaded : endingOfError(describeError(failure));
  const status = ending === "finished" ? "finished" : "failed";
  const { extensions, restart } = result;
  return ended(terminal, ending, { status, instance: opened.instance, extensions, restart });
}

/** Reports that the user declined, or that there was nothing to do. */
function reportNoChange(
  { terminal }: CommandHost,
  { instance }: Opened,
  note: string,
  earlier: readonly string[] = [],
): ExitCode {
  terminal.say(note);
  if (terminal.json)
    return finished(terminal, { instance, extensions: [], restart: "not needed", notes: [...earlier, note] });
  return exitCode("finished");
}

/** Shows a plan, asks for consent, and carries it out. */
export async function carryOut(
  host: CommandHost,
  opened: Opened,
  { changes, notes, sources, question }: ChangePlan,
  options: ChangeCommandOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  for (const note of notes) terminal.note(oneLine(note));
  if (changes.length === 0) return reportNoChange(host, opened, "There is nothing to do.", notes);
  // With --yes the sources are printed, because no question shows them.
  for (const line of options.yes ? sources : []) terminal.note(oneLine(line));
  if (question !== undefined) {
    const { title, detail = [], choice } = question;
    const shown = { title: oneLine(title), detail: detail.map(oneLine), choice };
    if (!(await confirmOrThrow(host, shown, options.yes)))
      return reportNoChange(host, opened, "Nothing was changed.");
  }
  return applyChanges(host, opened, changes, options);
}
