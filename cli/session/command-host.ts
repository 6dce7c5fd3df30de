// The host of a command: configuration, kernel, Ctrl-C and unhandled errors. The kernel is disposed when the command ends.

import { createPictor, loadPictorConfiguration, rejectionOwner, type Pictor } from "@pictor/host";
import type { BackendSettings, LoadedConfiguration, ProfileView } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../base/exit-codes.js";
import { catchInterrupts, stoppingNote } from "../base/interrupts.js";
import type { GlobalOptions } from "../base/invocation.js";
import type { Streams } from "../base/streams.js";
import { HostInteraction } from "../interaction/interaction.js";
import { logText } from "../output/log-text.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal, type Terminal } from "../output/terminal.js";
import { renderWarning } from "../output/error-report.js";
import { isStarted, showActivity } from "./backend-activity.js";
import { withBackendAdvice } from "./default-backend-advice.js";
import { lateProblem } from "./late-problem.js";
import { watchUnhandledErrors } from "./unhandled-errors.js";

/** Everything that a command works with. */
export interface CommandHost {
  readonly kernel: Pictor;
  readonly configuration: LoadedConfiguration;
  readonly terminal: Terminal;
  readonly interaction: HostInteraction;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly streams: Streams;
  /** Opens a host whose kernel also has this profile. No file contains the profile until its first change is saved. */
  withProfile(name: string, profile: ProfileView["profile"]): Promise<CommandHost>;
  /** Opens a host whose kernel also has this backend instance; no file is written. */
  withBackend(name: string, settings: BackendSettings): Promise<CommandHost>;
}

export interface HostOptions {
  readonly globals: GlobalOptions;
  readonly streams: Streams;
  /** `--yes`: answers questions so that the command continues. Default false. */
  readonly yes?: boolean;
  /** True for a command that only shows something; the first Ctrl-C ends it without a message. Default false. */
  readonly isViewOnly?: boolean;
  /** False with `--no-browser`: addresses are shown, not opened. Default true. */
  readonly browser?: boolean;
}

/** Time after which a slow shutdown is announced, in milliseconds. */
const shutdownNoticeMs = 1500;

/**
 * Loads the configuration. Commands that do not need a kernel use this function directly. Without `interaction`, a
 * project that is not trusted is refused.
 */
export function configurationOf(
  { globals, streams }: HostOptions,
  interaction?: HostInteraction,
): Promise<LoadedConfiguration> {
  const { config: file, environment, trust = false } = globals;
  return loadPictorConfiguration({
    env: streams.env,
    trust,
    ...(interaction !== undefined && { interaction }),
    ...(file !== undefined && { file }),
    ...(environment !== undefined && { environment }),
  });
}

const configurationWithProfile = (
  configuration: LoadedConfiguration,
  name: string,
  profile: ProfileView["profile"],
): LoadedConfiguration => ({
  ...configuration,
  values: { ...configuration.values, profiles: { ...configuration.values.profiles, [name]: profile } },
});

const configurationWithBackend = (
  configuration: LoadedConfiguration,
  name: string,
  settings: BackendSettings,
): LoadedConfiguration => ({
  ...configuration,
  values: { ...configuration.values, backends: { ...configuration.values.backends, [name]: settings } },
});

/** The parts that all hosts of one command share, and the function that opens a kernel for a further host. */
export interface HostParts extends Pick<CommandHost, "terminal" | "interaction" | "signal" | "streams"> {
  open(configuration: LoadedConfiguration): Promise<Pictor>;
}

/**
 * Creates the host of a kernel; `withProfile` and `withBackend` open further kernels with an extended configuration.
 */
export function createHost(
  kernel: Pictor,
  configuration: LoadedConfiguration,
  parts: HostParts,
): CommandHost {
  const { open, ...shared } = parts;
  const over = async (wider: LoadedConfiguration): Promise<CommandHost> =>
    createHost(await open(wider), wider, parts);
  return {
    ...shared,
    kernel,
    configuration,
    withProfile: (name, profile) => over(configurationWithProfile(configuration, name, profile)),
    withBackend: (name, settings) => over(configurationWithBackend(configuration, name, settings)),
  };
}

/** Creates the kernel with the built-in plugins. */
async function startKernel(
  configuration: LoadedConfiguration,
  terminal: Terminal,
  interaction: HostInteraction,
): Promise<Pictor> {
  const names = Object.keys(configuration.values.backends ?? {});
  const startedAtMs = Date.now();
  const kernel: Pictor = await createPictor({
    configuration,
    interaction,
    log: (line) => {
      const late = lateProblem(line);
      if (late !== undefined) terminal.say(renderWarning(late, terminal));
      else if (terminal.verbose) terminal.note(terminal.paint.dim(logText(line)));
      else showActivity(line, terminal, { names, isStarted: (name) => isStarted(kernel, name, startedAtMs) });
    },
    attributeRejections: terminal.verbose,
  });
  return kernel;
}

/** Resolves to the exit code of the command, or of the error with which it ended. */
async function runCommand(
  options: HostOptions,
  command: (host: CommandHost) => Promise<ExitCode> | ExitCode,
  parts: HostParts,
  kernels: readonly Pictor[],
): Promise<ExitCode> {
  try {
    const configuration = await configurationOf(options, parts.interaction);
    return await command(createHost(await parts.open(configuration), configuration, parts));
  } catch (error) {
    return reportFailure(withBackendAdvice(error, kernels), parts.terminal);
  }
}

/** Resolves to the exit code of an error; undefined if there was none. */
async function disposeAll(kernels: readonly Pictor[], terminal: Terminal): Promise<ExitCode | undefined> {
  const notice = setTimeout(() => terminal.note("Stopping what this command started."), shutdownNoticeMs);
  try {
    for (const kernel of kernels) await kernel.dispose();
    return undefined;
  } catch (error) {
    return reportFailure(error, terminal);
  } finally {
    clearTimeout(notice);
  }
}

/** Runs a command with a kernel and disposes the kernel afterwards. Never throws. */
export async function runWithHost(
  options: HostOptions,
  command: (host: CommandHost) => Promise<ExitCode> | ExitCode,
): Promise<ExitCode> {
  const { globals, streams, yes = false, browser = true, isViewOnly = false } = options;
  const kernels: Pictor[] = [];
  const redact = (text: string): string =>
    kernels.reduce((redacted, kernel) => kernel.redact(redacted), text);
  const terminal = createTerminal(streams, globals, redact);
  const interrupted = new AbortController();
  const { signal } = interrupted;
  const ended = new AbortController();
  const announce = (): void => {
    if (!isViewOnly) terminal.note(stoppingNote);
  };
  const releaseInterrupts = catchInterrupts(process, interrupted, announce, () => terminal.status.show(""));
  const plugins = () => kernels.flatMap((kernel) => kernel.plugins());
  const ownerOf = (thrown: unknown) => rejectionOwner(thrown, plugins());
  // After an unhandled error of Pictor itself the state of the program is unknown, so the command is aborted.
  const stopWatching = watchUnhandledErrors(process, terminal, ownerOf, () =>
    interrupted.abort(new DOMException("Interrupted", "AbortError")),
  );
  const interaction = new HostInteraction(terminal, {
    streams,
    yes,
    browser,
    signal: AbortSignal.any([signal, ended.signal]),
  });
  const open = async (configuration: LoadedConfiguration): Promise<Pictor> => {
    const kernel = await startKernel(configuration, terminal, interaction);
    kernels.push(kernel);
    return kernel;
  };
  const code = await runCommand(options, command, { terminal, interaction, signal, streams, open }, kernels);
  ended.abort();
  terminal.activity.clear();
  const disposed = await disposeAll(kernels, terminal);
  releaseInterrupts();
  return stopWatching() ? exitCode("fault") : (disposed ?? code);
}
