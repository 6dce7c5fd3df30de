// Restarts the server after changes to extensions. Asks first, and shows the jobs that would be lost.

import type { InstalledExtension } from "@pictor/host";
import { isUp, type OpenedInstance } from "../../backends/open-instance.js";
import { listActiveJobs, showJobs } from "../../backends/open-jobs.js";
import type { CommandHost } from "../../session/command-host.js";
import type { ConfirmOptions } from "../../session/confirm.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { countOf } from "../../text/count-of.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { failureLines } from "./extensions-table.js";

export interface RestartOptions extends ConfirmOptions {
  /** Restart without asking, unless jobs on the server would be lost. */
  readonly restart?: true;
}
export type RestartOutcome = "done" | "needed" | "not needed";

/** True if an option or the user wants a restart now. */
async function wantsRestart(
  host: CommandHost,
  { instance, backend }: OpenedInstance<"extensions">,
  { yes, restart }: RestartOptions,
): Promise<boolean> {
  if (yes) return true;
  const { terminal, interaction, signal } = host;
  const prompts = await listActiveJobs(backend, signal);
  if (restart && prompts.length === 0) return true;
  if (terminal.json || !interaction.hasPerson) return false;
  if (prompts.length > 0) showJobs(host, prompts);
  const answer = await interaction.ask({
    title: `Restart ${oneLine(instance.name)} now, so that the change takes effect?`,
    detail: prompts.length === 0 ? [] : [`${countOf(prompts.length, "job")} on it would be lost.`],
    choices: [
      { id: "restart", text: "restart" },
      { id: "later", text: "later" },
    ],
    safeChoice: "later",
  });
  return answer === "restart";
}

/** Restarts the server if that is possible and wanted; otherwise says what the user still has to do. */
export async function restartAfter(
  host: CommandHost,
  opened: OpenedInstance<"extensions">,
  options: RestartOptions,
): Promise<RestartOutcome> {
  const { terminal, signal } = host;
  const { instance, backend } = opened;
  const name = oneLine(instance.name);
  const { lifecycle } = backend.facets;
  if (lifecycle === undefined) {
    terminal.say(`It takes effect at the next start of the server of ${name}; restart it where it runs.`);
    return "needed";
  }
  const state = await lifecycle.state({ signal });
  if (!isUp(state)) {
    terminal.say(`${name} is not running; it takes effect at the next start.`);
    return "not needed";
  }
  if (!(await wantsRestart(host, opened, options))) {
    terminal.say(`It takes effect after a restart: pictor backend restart ${shellWord(instance.name)}`);
    return "needed";
  }
  await runWithSteps(host, (more) => lifecycle.restart("Extensions were changed.", more));
  terminal.say(`${name} is restarted.`);
  return "done";
}

/** Prints which of the changed extensions the server did not load. True when it loaded all of them. */
export async function reportLoading(
  { terminal, signal }: CommandHost,
  { facet }: OpenedInstance<"extensions">,
  places: readonly string[],
): Promise<boolean> {
  const found = (await facet.list({ signal })).filter(({ place }) => places.includes(place));
  const notLoaded = found.filter(
    ({ enabled, loaded, failure }: InstalledExtension) =>
      enabled && (loaded === false || failure !== undefined),
  );
  const explained = failureLines(notLoaded);
  const unexplained = notLoaded.filter(({ failure }) => failure === undefined);
  for (const line of [...explained, ...unexplained.map(({ id }) => `${oneLine(id)} was not loaded.`)])
    terminal.note(`${terminal.paint.red("error:")} ${line}`);
  return notLoaded.length === 0;
}
