// `pictor backend install`: shows the plan of an installation, asks, and runs the steps. A repeated command continues after the
// last finished step.

import { isDeepStrictEqual } from "node:util";
import type { BackendSettings, InstallationFacet, InstallStep } from "@pictor/kernel";
import {
  backendWorkFault,
  installQuestion,
  pendingSteps,
  problemOf,
  type OpenedInstance,
} from "@pictor/features/backends";
import { requireInstanceName } from "@pictor/services";
import { openWithFacet } from "../../backends/open-instance.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import { reportFailure } from "../../output/report-failure.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { addMissingPackage, type Save } from "./add-missing-package.js";
import { planText } from "./install-plan.js";
import { instanceSettings, managedKind } from "./instance-settings.js";

interface InstallOptions extends ConfirmOptions {
  readonly dryRun?: true;
  readonly set?: readonly string[];
}

/** The settings to save in the configuration; undefined if the configuration has them already. */
function settingsToSave(
  { kernel, configuration }: CommandHost,
  name: string,
  { set = [] }: InstallOptions,
): BackendSettings | undefined {
  const known = kernel.backends().find((instance) => instance.name === name);
  if (known === undefined) requireInstanceName(name);
  const before = (configuration.values.backends?.[name] ?? { kind: managedKind }) as BackendSettings;
  const kind = known?.kind ?? managedKind;
  const schema = kernel.contributions("backends").find(({ id }) => id === kind)?.settings;
  if (schema === undefined || (known !== undefined && set.length === 0))
    return known === undefined ? before : undefined;
  const next = instanceSettings(schema, before, set, { kind, folder: process.cwd() }) as BackendSettings;
  if (known === undefined) return next;
  return isDeepStrictEqual(next, before) ? undefined : next;
}

function showPlan(
  { terminal }: CommandHost,
  { instance }: OpenedInstance<"installation">,
  plan: readonly InstallStep[],
): void {
  const name = oneLine(instance.name);
  const pending = pendingSteps(plan).length;
  const left = pending === 0 ? "everything is installed" : `${pending} of ${plan.length} steps to do`;
  const lines = [
    `${name} (${oneLine(instance.kind)}): ${left}`,
    planText(plan, terminal.paintResult),
    ...(pending > 0 ? ["The size of the downloads is not known in advance."] : []),
  ];
  terminal.result(terminal.redact(lines.join("\n")));
}

/** Runs the steps. After a failure the finished steps are kept, and a note says how to continue. */
async function install(
  host: CommandHost,
  name: string,
  installation: InstallationFacet,
  save: Save,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  try {
    await runWithSteps(host, (options) => installation.install(options));
    return exitCode("finished");
  } catch (error) {
    const thrown: unknown = signal.aborted ? signal.reason : error;
    const code = reportFailure(thrown, terminal);
    const wider = await addMissingPackage(host, name, thrown, save);
    if (wider !== undefined)
      return install(wider, name, (await openWithFacet(wider, name, "installation")).facet, save);
    terminal.say(
      `Finished steps are kept; \`pictor backend install ${shellWord(name)}\` continues from there.`,
    );
    return code;
  }
}

/**
 * Saves an instance with an existing ComfyUI (comfyDirectory); nothing is installed. Throws `BACKEND_COMFYUI_ABSENT` if
 * the folder has no usable ComfyUI.
 */
async function saveExisting(
  { kernel, terminal, signal }: CommandHost,
  { instance, backend }: Awaited<ReturnType<CommandHost["kernel"]["openBackend"]>>,
  settings: BackendSettings | undefined,
  { dryRun }: InstallOptions,
): Promise<ExitCode> {
  const name = oneLine(instance.name);
  const state = await backend.facets.lifecycle?.state({ signal });
  if (state?.state === "absent") {
    throw backendWorkFault("BACKEND_COMFYUI_ABSENT", { backend: instance.name, reason: state.reason });
  }
  await backend.facets.lifecycle?.check?.({ signal });
  const notes = [`${name} uses an existing ComfyUI; nothing is installed.`];
  if (settings !== undefined && !dryRun)
    notes.push(`Saved ${name} in ${homePath(await kernel.saveBackend(instance.name, settings))}.`);
  if (terminal.json) return finished(terminal, { instance, plan: [], notes });
  for (const note of notes) terminal.say(note);
  return exitCode("finished");
}

export async function runInstall(
  host: CommandHost,
  name: string,
  options: InstallOptions,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const settings = settingsToSave(host, name, options);
  const installHost = settings === undefined ? host : await host.withBackend(name, settings);
  const found = await installHost.kernel.openBackend(name);
  const { installation, lifecycle } = found.backend.facets;
  if (installation === undefined && lifecycle?.start !== undefined)
    return saveExisting(host, found, settings, options);
  const opened = await openWithFacet(installHost, name, "installation");
  const { instance, facet } = opened;
  const plan = await facet.plan({ signal });
  if (!terminal.json) showPlan(host, opened, plan);
  const problem = problemOf(plan);
  if (problem !== undefined) return reportFailure(problem, terminal, { instance, plan });
  if (options.dryRun) return finished(terminal, { instance, plan });
  const isComplete = pendingSteps(plan).length === 0;
  const hint = "Give --yes to confirm, or --dry-run to see the plan.";
  const question = { ...installQuestion(name), hint };
  if (!isComplete && !(await confirmOrThrow(host, question, options.yes))) {
    terminal.say("Nothing was changed.");
    return exitCode("finished");
  }
  signal.throwIfAborted();
  // The instance is saved before the first step, so that the same command can continue after a failure.
  if (settings !== undefined) {
    const file = await host.kernel.saveBackend(name, settings);
    terminal.say(`Saved ${name} in ${homePath(file)}.`);
  }
  if (!isComplete && facet.logFile !== undefined)
    terminal.say(`The output of the tools is in ${homePath(facet.logFile)}.`);
  const code = isComplete
    ? exitCode("finished")
    : await install(installHost, name, facet, host.kernel.saveBackend);
  if (code !== 0) return code;
  if (terminal.json) return finished(terminal, { instance, plan: await facet.plan({ signal }) });
  terminal.result(isComplete ? `${name} is already installed` : `${name} is installed`);
  await printNextSteps(host, opened);
  return code;
}

/** Prints where the first model belongs, if there is none yet, and how to generate an image. */
async function printNextSteps(
  { terminal, signal, configuration }: CommandHost,
  { instance: { name }, facet }: OpenedInstance<"installation">,
): Promise<void> {
  const folder = await facet.emptyModelFolder?.({ signal });
  if (folder !== undefined) {
    terminal.say(`Next: put a model into ${folder}`);
    terminal.note(
      "  (a checkpoint, such as a .safetensors file; docs/managed.md explains how to share models)",
    );
  }
  const backendOption = configuration.values.backend === name ? "" : ` --backend ${shellWord(name)}`;
  const next = folder === undefined ? "Next" : "Then";
  terminal.note(`${next}: pictor generate txt2img --example${backendOption}`);
}

export const installBackend = hostedCommandWithYes(runInstall);
