// Means for tests of this plugin: a folder of the test's own, and programs that a test scripts.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, Logger, ProcessExit, RunProgram } from "@pictor/kernel/plugin";
import { onTestFinished } from "vitest";
import { layoutOf } from "../layout.js";
import type { Instance } from "../instance.js";
import { complete, groupDefaults, type CompleteSettings } from "../settings.js";

export interface Call {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string | undefined;
}
export interface ScriptedInstance extends Instance {
  /** What was run, in order. */
  readonly calls: readonly Call[];
  readonly told: readonly string[];
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
  /** What a program does; by default none is there. A text is what it prints. */
  answer?(call: Call): ProcessExit | string | undefined;
}

export const notFound = (file: string): ProcessExit => ({
  kind: "not-started",
  code: "ENOENT",
  reason: `${file} was not found`,
});
export const exited = (exitCode: number, output = ""): ProcessExit => ({ kind: "exited", exitCode, output });

/** What `python -I -c` answers to the probe. */
export const pythonProbe = (version: readonly number[], missing: readonly string[] = []): string =>
  JSON.stringify({ version, executable: "/usr/bin/python3", missing });

const systemClock: Clock = {
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pictor managed ü-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export function scriptedInstance(options: ScriptedInstanceOptions = {}): ScriptedInstance {
  const { install, models, python = "", platform = "linux", comfyDirectory, clock = systemClock } = options;
  const calls: Call[] = [];
  const told: string[] = [];
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
  const tell = (text: string): void => void told.push(text);
  const logger: Logger = { debug: tell, info: tell, warn: tell, error: tell };
  const layout = layoutOf(settings, { name: "studio", dataFolder: "/data", workingDirectory: "/", platform });
  const network = undefined as never;
  const env = options.env ?? {};
  return { name: "studio", layout, settings, run, network, clock, logger, env, platform, calls, told };
}
