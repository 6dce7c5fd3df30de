// The command as a host: configuration, kernel, Ctrl-C, stray errors; a kernel's life lasts as long as the command.

import { createPictor, loadPictorConfiguration, rejectionOwner } from "@pictor/host";
import type { BackendSettings, Pictor, LoadedConfiguration, LogLine, ProfileView } from "@pictor/host";
import { isStarted, showActivity } from "./backend-activity.js";
import { endingOfError, exitCode, type ExitCode } from "./exit-codes.js";
import { createInteraction, type HostInteraction } from "./interaction.js";
import { catchInterrupts } from "./interrupts.js";
import type { GlobalOptions } from "./options.js";
import { complaintOf, renderComplaint } from "./output/complaint.js";
import { oneLine } from "./output/plain-text.js";
import { createTerminal, type Streams, type Terminal } from "./output/terminal.js";
import { watchStrays } from "./strays.js";

/** What a command works with. */
export interface Host {
  readonly kernel: Pictor;
  readonly configuration: LoadedConfiguration;
  readonly terminal: Terminal;
  readonly interaction: HostInteraction;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly streams: Streams;
  /** The same command over a kernel that has this profile too, which no file has yet: the first change writes it. */
  withProfile(name: string, profile: ProfileView["profile"]): Promise<Host>;
  /** The same command over a kernel whose configuration has this backend instance too; no file is written. */
  withBackend(name: string, settings: BackendSettings): Promise<Host>;
}

export interface HostOptions {
  readonly globals: GlobalOptions;
  readonly streams: Streams;
  /** `--yes`: questions are answered so that the work goes on. */
  readonly yes?: boolean;
  /** What Ctrl-C ends at once, and nothing is said of it. Default false. */
  readonly isViewOnly?: boolean;
  /** `--no-browser`: addresses are shown, not opened. Default true. */
  readonly browser?: boolean;
}

const logText = ({ level, plugin, message }: LogLine): string =>
  `${level}${plugin === undefined ? "" : ` ${plugin}`}: ${oneLine(message)}`;

/** Prints what was thrown, and gives its exit code. */
export function fail(thrown: unknown, terminal: Terminal): ExitCode {
  const complaint = complaintOf(thrown);
  const code = exitCode(endingOfError(complaint));
  terminal.say(renderComplaint(complaint, terminal));
  const { what, hint, also } = complaint;
  const error = { code: complaint.code, what, hint, ...(also.length > 0 && { also }) };
  if (terminal.json) terminal.record({ type: "result", status: "error", exitCode: code, error });
  return code;
}

/** The configuration that a command works with, for those that need no kernel. */
export function configurationOf({ globals, streams }: HostOptions): Promise<LoadedConfiguration> {
  const { config: file, environment } = globals;
  return loadPictorConfiguration({
    env: streams.env,
    ...(file !== undefined && { file }),
    ...(environment !== undefined && { environment }),
  });
}

/** Milliseconds after which it is said that something still ends. */
const patienceMs = 1500;

/** The kernel with the built-in plugins. */
const start = async (
  configuration: LoadedConfiguration,
  terminal: Terminal,
  interaction: HostInteraction,
): Promise<Pictor> => {
  const names = Object.keys(configuration.values.backends ?? {});
  const sinceMs = Date.now();
  const kernel: Pictor = await createPictor({
    configuration,
    interaction,
    log: (line) => {
      if (terminal.verbose) terminal.note(terminal.paint.dim(logText(line)));
      else showActivity(line, terminal, { names, isStarted: (name) => isStarted(kernel, name, sinceMs) });
    },
    attributeRejections: true,
  });
  return kernel;
};

/** `configuration` with one more profile, which stands in no file. */
export const withBlank = (
  configuration: LoadedConfiguration,
  name: string,
  profile: ProfileView["profile"],
): LoadedConfiguration => ({
  ...configuration,
  values: { ...configuration.values, profiles: { ...configuration.values.profiles, [name]: profile } },
});

/** `configuration` with this backend instance. */
export const withInstance = (
  configuration: LoadedConfiguration,
  name: string,
  settings: BackendSettings,
): LoadedConfiguration => ({
  ...configuration,
  values: { ...configuration.values, backends: { ...configuration.values.backends, [name]: settings } },
});

/** Runs a command with a kernel, and ends everything that it started. Never throws. */
export async function withKernel(
  options: HostOptions,
  command: (host: Host) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { globals, streams, yes = false, browser = true, isViewOnly = false } = options;
  const kernels: Pictor[] = [];
  const redact = (text: string): string => kernels.reduce((left, kernel) => kernel.redact(left), text);
  const terminal = createTerminal(streams, globals, redact);
  const stopping = new AbortController();
  const { signal } = stopping;
  const ending = new AbortController();
  const releaseInterrupts = catchInterrupts(process, stopping, () => {
    if (!isViewOnly) terminal.note("Stopping; Ctrl-C once more leaves at once.");
  });
  // An error of our own leaves the program in a state that nobody knows: it ends what it does.
  const stopWatching = watchStrays(process, terminal, rejectionOwner, () => {
    stopping.abort(new DOMException("Interrupted", "AbortError"));
  });
  const interaction = createInteraction(terminal, {
    streams,
    yes,
    browser,
    signal: AbortSignal.any([signal, ending.signal]),
    interrupt: () => {
      process.emit("SIGINT");
    },
  });
  const hostOf = async (configuration: LoadedConfiguration): Promise<Host> => {
    const kernel = await start(configuration, terminal, interaction);
    kernels.push(kernel);
    const withProfile: Host["withProfile"] = (name, profile) =>
      hostOf(withBlank(configuration, name, profile));
    const withBackend: Host["withBackend"] = (name, settings) =>
      hostOf(withInstance(configuration, name, settings));
    return { kernel, configuration, terminal, interaction, signal, streams, withProfile, withBackend };
  };
  let ended: ExitCode;
  try {
    ended = await command(await hostOf(await configurationOf(options)));
  } catch (error) {
    ended = fail(error, terminal);
  }
  ending.abort();
  terminal.activity.end();
  const patience = setTimeout(() => {
    terminal.note("Ending what was started here.");
  }, patienceMs);
  try {
    for (const kernel of kernels) await kernel.dispose();
  } catch (error) {
    ended = fail(error, terminal);
  }
  clearTimeout(patience);
  releaseInterrupts();
  return stopWatching() ? exitCode("fault") : ended;
}
