// An instance whose programs a test scripts, in a temporary folder.

import type { Clock, Logger, ProcessExit, RunProgram } from "@pictor/kernel/plugin";
import { layoutOf } from "../layout.js";
import type { Instance } from "../instance.js";
import { complete, groupDefaults, type CompleteSettings } from "../settings.js";
import { realClock } from "@pictor/host/testing";
import { temporaryFolder } from "./local-machine.js";

export interface Call {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string | undefined;
}
export interface ScriptedInstance extends Instance {
  /** The programs that were run, in order. */
  readonly calls: readonly Call[];
  /** Messages that were logged. */
  readonly logged: readonly string[];
}
export interface ScriptedInstanceOptions {
  readonly install?: Partial<CompleteSettings["install"]>;
  readonly models?: CompleteSettings["models"];
  readonly python?: string;
  readonly platform?: NodeJS.Platform;
  readonly comfyDirectory?: string;
  /** Default: a temporary folder. */
  readonly root?: string;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How a program ends, or the text that it prints before exit code 0; undefined for a program that does not exist. */
  answer?(call: Call): ProcessExit | string | undefined;
}

export const notFound = (file: string): ProcessExit => ({
  kind: "not-started",
  code: "ENOENT",
  reason: `${file} was not found`,
});
export const exited = (exitCode: number, output = ""): ProcessExit => ({ kind: "exited", exitCode, output });

/** The server of an installation that does not run. */
export const stoppedServer = {
  isRunning: async () => false,
  stop: async () => undefined,
  tryStart: async () => undefined,
};

/** The output of Python for the probe script. */
export const pythonProbe = (version: readonly number[], missing: readonly string[] = []): string =>
  JSON.stringify({ version, executable: "/usr/bin/python3", missing });

export function scriptedInstance(options: ScriptedInstanceOptions = {}): ScriptedInstance {
  const { install, models, python = "", platform = "linux", comfyDirectory, clock = realClock } = options;
  const calls: Call[] = [];
  const logged: string[] = [];
  const run: RunProgram = (file, args, { env = {}, cwd, onLine } = {}) => {
    const call = { file, args, env, cwd };
    calls.push(call);
    const answer = options.answer?.(call) ?? notFound(file);
    const end = typeof answer === "string" ? exited(0, answer) : answer;
    if (end.kind === "exited") for (const line of end.output.split("\n")) onLine?.(line, "stdout");
    return { pid: 1, ended: Promise.resolve(end), kill: () => false };
  };
  const settings = complete({
    python,
    ...(comfyDirectory === undefined ? {} : { comfyDirectory }),
    install: { ...groupDefaults.install, ...install },
    ...(models === undefined ? {} : { models }),
    directory: options.root ?? temporaryFolder(),
  });
  const log = (text: string): void => void logged.push(text);
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const layout = layoutOf(settings, { name: "studio", dataFolder: "/data", workingDirectory: "/", platform });
  const network = undefined as never;
  const env = options.env ?? {};
  return { name: "studio", layout, settings, run, network, clock, logger, env, platform, calls, logged };
}
