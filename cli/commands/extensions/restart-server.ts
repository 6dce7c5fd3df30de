// After extensions were changed: the server has to start again, and who still waits for it is asked about first.

import type { InstalledExtension } from "@pictor/host";
import { jobRows } from "../../backends/jobs-table.js";
import { isUp, type OpenedInstance } from "../../backends/open-instance.js";
import { activeJobs, type QuestionOptions } from "../../backends/open-jobs.js";
import type { CommandHost } from "../../session/command-host.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { table } from "../../text/table.js";
import { failureLines } from "./extensions-table.js";

export interface RestartOptions extends QuestionOptions {
  /** Without asking, unless jobs of the server would be lost. */
  readonly restart?: true;
}
export type Restart = "done" | "needed" | "not needed";

/** Whether a person, or an option, says that the server is to start again now. */
async function wanted(
  host: CommandHost,
  { instance, backend }: OpenedInstance<"extensions">,
  { yes, restart }: RestartOptions,
): Promise<boolean> {
  if (yes) return true;
  const { terminal, interaction, signal } = host;
  const prompts = await activeJobs(backend, signal);
  if (restart && prompts.length === 0) return true;
  if (terminal.json || !interaction.hasPerson) return false;
  const jobs = prompts.length === 1 ? "1 job" : `${prompts.length} jobs`;
  if (prompts.length > 0) terminal.note(terminal.redact(table(jobRows(prompts, Date.now()), "  ")));
  const answer = await interaction.ask({
    title: `Restart ${oneLine(instance.name)} now, so that the change takes effect?`,
    detail: prompts.length === 0 ? [] : [`${jobs} on it would be lost.`],
    choices: ["restart", "later"],
    safeChoice: "later",
  });
  return answer === "restart";
}

/** Restarts where that is possible and wanted, and says what is left to do. */
export async function restartAfter(
  host: CommandHost,
  opened: OpenedInstance<"extensions">,
  options: RestartOptions,
): Promise<Restart> {
  const { terminal, signal } = host;
  const { instance, backend } = opened;
  const name = oneLine(instance.name);
  const { lifecycle } = backend.facets;
  if (lifecycle === undefined) {
    terminal.say(
      `It takes effect when the server of ${name} starts the next time; that is done where it runs.`,
    );
    return "needed";
  }
  const state = await lifecycle.state({ signal });
  if (!isUp(state)) {
    terminal.say(`${name} does not run; it takes effect at the next start.`);
    return "not needed";
  }
  if (!(await wanted(host, opened, options))) {
    terminal.say(`It takes effect after a restart: pictor backend restart ${shellWord(instance.name)}`);
    return "needed";
  }
  await runWithSteps(host, (more) => lifecycle.restart("Extensions were changed.", more));
  terminal.say(`${name} is restarted.`);
  return "done";
}

/** Tells which of the changed ones the server could not load. True when all of them are well. */
export async function areLoaded(
  { terminal, signal }: CommandHost,
  { facet }: OpenedInstance<"extensions">,
  places: readonly string[],
): Promise<boolean> {
  const found = (await facet.list({ signal })).filter(({ place }) => places.includes(place));
  const bad = found.filter(
    ({ enabled, loaded, failure }: InstalledExtension) =>
      enabled && (loaded === false || failure !== undefined),
  );
  const told = failureLines(bad);
  const mute = bad.filter(({ failure }) => failure === undefined);
  for (const line of [...told, ...mute.map(({ id }) => `${oneLine(id)} was not loaded.`)])
    terminal.note(`${terminal.paint.red("error:")} ${line}`);
  return bad.length === 0;
}
