// `pictor backend install`: shows what an installation would do, asks, and does it with its steps shown; goes on where it stopped.

import { homedir } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { PictorError, type BackendSettings, type InstallationFacet, type InstallStep } from "@pictor/host";
import { requireInstanceName } from "../../backends/instance-name.js";
import { type OpenedInstance, openWithFacet } from "../../backends/open-instance.js";
import type { QuestionOptions } from "../../backends/open-jobs.js";
import { endingOfError, exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { reportFailure } from "../../output/report-failure.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { confirmOrThrow } from "../../session/confirm.js";
import { runWithSteps } from "../../session/run-with-steps.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { pendingOf, planText } from "./install-plan.js";
import { instanceSettings } from "./instance-settings.js";

export interface InstallOptions extends QuestionOptions {
  readonly dryRun?: true;
  readonly set?: readonly string[];
}

/** The kind of an instance that is made here. */
const newKind = "managed";

/** What the configuration is to have; undefined where it has that already. */
function wantedSettings(
  { kernel, configuration }: CommandHost,
  name: string,
  { set = [] }: InstallOptions,
): BackendSettings | undefined {
  const known = kernel.backends().find((instance) => instance.name === name);
  if (known === undefined) requireInstanceName(name);
  const before = (configuration.values.backends?.[name] ?? { kind: newKind }) as BackendSettings;
  const kind = known?.kind ?? newKind;
  const schema = kernel.contributions("backends").find(({ id }) => id === kind)?.settings;
  if (schema === undefined || (known !== undefined && set.length === 0))
    return known === undefined ? before : undefined;
  const place = { kind, folder: process.cwd(), home: homedir() };
  const next = instanceSettings(schema, before, set, place) as BackendSettings;
  if (known === undefined) return next;
  return isDeepStrictEqual(next, before) ? undefined : next;
}

function showPlan(
  { terminal }: CommandHost,
  { instance }: OpenedInstance<"installation">,
  plan: readonly InstallStep[],
): void {
  const name = oneLine(instance.name);
  const pending = pendingOf(plan).length;
  const left = pending === 0 ? "everything is installed" : `${pending} of ${plan.length} steps to do`;
  const lines = [
    `${name} (${oneLine(instance.kind)}): ${left}`,
    planText(plan, terminal.paintResult),
    ...(pending > 0 ? ["How much will be downloaded is not known beforehand."] : []),
  ];
  terminal.result(terminal.redact(lines.join("\n")));
}

/** What is known to reportFailure: the first as an error, the others beside it. Undefined where nothing is. */
function problemIn(plan: readonly InstallStep[]): PictorError | undefined {
  const found = plan.flatMap(({ problem }) => problem ?? []);
  const [first] = found;
  const problems = found.map(({ what, hint }) => ({ message: what, hint }));
  return first && new PictorError(first.code, first.what, first.hint, { problems });
}

/** A plan that cannot work is shown, and neither asked about nor begun. */
function refuse({ terminal }: CommandHost, record: object, error: PictorError): ExitCode {
  if (!terminal.json) return reportFailure(error, terminal);
  const code = exitCode(endingOfError(error));
  const { what, hint } = error;
  terminal.record({ ...record, status: "error", exitCode: code, error: { code: error.code, what, hint } });
  return code;
}

/** Runs the steps; what was done before a failure stays, and is said to. */
async function install(host: CommandHost, name: string, installation: InstallationFacet): Promise<ExitCode> {
  const { terminal, signal } = host;
  try {
    await runWithSteps(host, (options) => installation.install(options));
    return exitCode("finished");
  } catch (error) {
    const thrown: unknown = signal.aborted ? signal.reason : error;
    const code = reportFailure(thrown, terminal);
    terminal.say(
      `What is done stays done: \`pictor backend install ${shellWord(name)}\` goes on from there.`,
    );
    return code;
  }
}

/** One that is there already (comfyDirectory) and is started from here: nothing to install. Throws a UsageError. */
async function adopt(
  { kernel, terminal, signal }: CommandHost,
  { instance, backend }: Awaited<ReturnType<CommandHost["kernel"]["openBackend"]>>,
  settings: BackendSettings | undefined,
  { dryRun }: InstallOptions,
): Promise<ExitCode> {
  const name = oneLine(instance.name);
  const state = await backend.facets.lifecycle?.state({ signal });
  if (state?.state === "absent") {
    const what = `There is no ComfyUI for ${name} that could be used: ${oneLine(state.reason)}.`;
    throw new UsageError("USAGE_VALUE", what, "Correct comfyDirectory and python; nothing was written.");
  }
  await backend.facets.lifecycle?.check?.({ signal });
  const notes = [`The ComfyUI of ${name} is there already; nothing is installed.`];
  if (settings !== undefined && !dryRun)
    notes.push(`${name} stands in ${homePath(await kernel.saveBackend(instance.name, settings))} now.`);
  if (terminal.json)
    terminal.record({ type: "result", status: "finished", exitCode: 0, instance, plan: [], notes });
  else for (const note of notes) terminal.say(note);
  return exitCode("finished");
}

export async function runInstall(
  host: CommandHost,
  name: string,
  options: InstallOptions,
): Promise<ExitCode> {
  const { terminal, signal, configuration } = host;
  const settings = wantedSettings(host, name, options);
  const at = settings === undefined ? host : await host.withBackend(name, settings);
  const found = await at.kernel.openBackend(name);
  const { installation, lifecycle } = found.backend.facets;
  if (installation === undefined && lifecycle?.start !== undefined)
    return adopt(host, found, settings, options);
  const opened = await openWithFacet(at, name, "installation");
  const { instance, facet } = opened;
  const plan = await facet.plan({ signal });
  const record = { type: "result", status: "finished", exitCode: 0, instance };
  if (!terminal.json) showPlan(host, opened, plan);
  const problem = problemIn(plan);
  if (problem !== undefined) return refuse(host, { ...record, plan }, problem);
  if (options.dryRun) {
    if (terminal.json) terminal.record({ ...record, plan });
    return exitCode("finished");
  }
  const isComplete = pendingOf(plan).length === 0;
  const question = {
    title: `Install ${name}? What is downloaded will run on this machine.`,
    choice: "install",
    hint: "Give --yes, or look at the plan with --dry-run.",
  };
  if (!isComplete && !(await confirmOrThrow(host, question, options.yes))) {
    terminal.say("Nothing was changed.");
    return exitCode("finished");
  }
  signal.throwIfAborted();
  // Before the first step, so that the same command goes on after whatever happens.
  if (settings !== undefined) {
    const file = await host.kernel.saveBackend(name, settings);
    terminal.say(`${name} stands in ${homePath(file)} now.`);
  }
  if (!isComplete && facet.logFile !== undefined)
    terminal.say(`What the tools write is kept in ${homePath(facet.logFile)}.`);
  const code = isComplete ? exitCode("finished") : await install(at, name, facet);
  if (code !== 0) return code;
  if (terminal.json) terminal.record({ ...record, plan: await facet.plan({ signal }) });
  else {
    terminal.result(isComplete ? `${name} is installed already` : `${name} is installed`);
    const only = configuration.values.backend === name ? "" : ` --backend ${shellWord(name)}`;
    const folder = await facet.emptyModelFolder?.({ signal });
    if (folder !== undefined) {
      terminal.say(`Next: put a model into ${folder}`);
      terminal.note("  (a checkpoint, such as a .safetensors file; docs/managed.md says how to share some)");
    }
    terminal.note(`${folder === undefined ? "Next" : "Then"}: pictor generate txt2img --example${only}`);
  }
  return code;
}

export const installBackend = (
  name: string,
  options: InstallOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost({ ...invocation, yes: options.yes === true }, (host) => runInstall(host, name, options));
