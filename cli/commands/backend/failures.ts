// `pictor backend failures`, `retry` and `discard`: the prompts of a queue that have failed or are lost.

import type { Confirmation } from "@pictor/features/base";
import type { FailedPrompt, FailuresFacet } from "@pictor/kernel";
import { openWithFacet } from "../../backends/open-instance.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import { chooseId } from "../../input/choose-id.js";
import { parseWholeNumber } from "../../input/whole-number.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { countOf } from "../../text/count-of.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { failureLines, failureRows } from "./failures-text.js";

export interface FailuresOptions {
  readonly limit?: string;
}
export interface DisposeOptions extends ConfirmOptions {
  readonly all?: boolean;
}
type Disposal = "retry" | "discard";

/** The most failed prompts among which one is looked up. */
const mostFailures = 100_000;

const done: Readonly<Record<Disposal, string>> = { retry: "waits again", discard: "is forgotten" };

const questions = {
  retry: { verb: "Queue", more: "again", choice: "queue them again" },
  discard: { verb: "Forget", more: "with their submissions", choice: "forget them" },
} as const;

/** The question before all failed prompts are retried or discarded. */
function questionOf(disposal: Disposal, all: readonly FailedPrompt[], name: string): Confirmation {
  const { verb, more, choice } = questions[disposal];
  const lost = all.filter(({ state }) => state === "lost").length;
  return {
    title: `${verb} ${countOf(all.length, "failed prompt")} of ${oneLine(name)} ${more}?`,
    detail:
      disposal === "retry" && lost > 0
        ? [`${countOf(lost, "prompt")} of them may have been run before.`]
        : [],
    choice,
  };
}

/** The failed prompt whose id is `typed`, or the only one whose id begins so, as a list. Throws a UsageError. */
function findFailure(all: readonly FailedPrompt[], typed: string, name: string): readonly FailedPrompt[] {
  const ids = all.map(({ promptId }) => promptId);
  const hint = `\`pictor backend failures ${shellWord(name)}\` shows the ids.`;
  const id = chooseId(ids, typed, {
    plural: `failed prompts of ${oneLine(name)}`,
    none: [`No failed prompt of ${oneLine(name)} has an id`, hint],
  });
  return all.filter(({ promptId }) => promptId === id);
}

const noFailures = (name: string): string => `${oneLine(name)} has no failed prompts.`;

/** Shows the failed prompts, or one of them. */
export async function runFailures(
  host: CommandHost,
  name: string,
  id: string | undefined,
  { limit }: FailuresOptions = {},
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const hint = "Give the number of failed prompts to show.";
  const most = parseWholeNumber(limit, { option: "--limit", fallback: 50, min: 1, max: mostFailures, hint });
  const { instance, facet } = await openWithFacet(host, name, "failures");
  const listed = await facet.list({ signal, limit: id === undefined ? most : mostFailures });
  const failures = id === undefined ? listed : findFailure(listed, id, name);
  if (terminal.json) return finished(terminal, { instance, failures });
  const [only] = failures;
  if (only === undefined) terminal.note(noFailures(name));
  else if (id === undefined) terminal.result(terminal.table(failureRows(failures, Date.now())));
  else terminal.result(failureLines(only).join("\n"));
  return exitCode("finished");
}

/** Retries or discards the failed prompts with these ids, or all of them. */
export async function runDisposal(
  host: CommandHost,
  disposal: Disposal,
  name: string,
  ids: readonly string[],
  { all = false, yes }: DisposeOptions = {},
): Promise<ExitCode> {
  if (all === ids.length > 0)
    throw new UsageError(
      "USAGE_OPTION",
      `Which failed prompts of ${name}?`,
      "Name their ids, or give --all.",
    );
  const { terminal, signal } = host;
  const { instance, facet } = await openWithFacet(host, name, "failures");
  const listed = await facet.list({ signal, limit: mostFailures });
  const chosen = all ? listed : ids.flatMap((id) => findFailure(listed, id, name));
  if (all && listed.length > 0 && !(await confirmOrThrow(host, questionOf(disposal, listed, name), yes))) {
    terminal.note("The failed prompts stay as they are.");
    return exitCode("finished");
  }
  const changed = await dispose(facet, disposal, chosen, signal);
  if (terminal.json)
    return finished(terminal, { instance, promptIds: changed.map(({ promptId }) => promptId) });
  for (const { promptId, state } of changed)
    terminal.note(
      `${promptId} ${done[disposal]}.${disposal === "retry" && state === "lost" ? " It may have been run before." : ""}`,
    );
  if (chosen.length === 0) terminal.note(noFailures(name));
  else if (changed.length !== 1) terminal.note(`${countOf(changed.length, "prompt")} of ${oneLine(name)}.`);
  return exitCode("finished");
}

/** Those that nobody else had disposed of before. */
async function dispose(
  facet: FailuresFacet,
  disposal: Disposal,
  chosen: readonly FailedPrompt[],
  signal: AbortSignal,
): Promise<readonly FailedPrompt[]> {
  const changed: FailedPrompt[] = [];
  for (const prompt of chosen) if (await facet[disposal](prompt.promptId, { signal })) changed.push(prompt);
  return changed;
}

export const showFailures = hostedCommand(runFailures);

const disposal = (kind: Disposal) =>
  hostedCommand((host, name: string, ids: readonly string[], options: DisposeOptions) =>
    runDisposal(host, kind, name, ids, options),
  );
export const retryFailures = disposal("retry");
export const discardFailures = disposal("discard");
