// Runs the hermetic tests on one machine.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startForeignServers } from "./foreign-servers.js";
import type { OddMachine } from "./machines.js";
import { outcomeOf, type Outcome, type Report } from "./outcome.js";
import { openStage, type Stage } from "./stage.js";

export interface TestRun {
  readonly project: string;
  /** Parts of the paths of the test files; without any, every file is run. */
  readonly filters: readonly string[];
  /** Ends the tests. */
  readonly signal: AbortSignal;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** The command line before that of the tests, which makes the machine odd. */
function prefixOf({ user, through }: OddMachine, root: string): readonly string[] {
  if (user !== undefined) return ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  return through?.(root) ?? [];
}

function environmentOf({ env = {} }: OddMachine, { temporary, path }: Stage): NodeJS.ProcessEnv {
  return { ...process.env, TMPDIR: temporary, ...env, ...(path !== undefined && { PATH: path }) };
}

/** Runs Node on the machine and collects what it prints. Rejects if the first program does not exist. */
function runNode(
  machine: OddMachine,
  { stage, signal }: { readonly stage: Stage; readonly signal: AbortSignal },
  parameters: readonly string[],
): Promise<Ended> {
  const [program = process.execPath, ...rest] = [
    ...prefixOf(machine, stage.root),
    process.execPath,
    ...parameters,
  ];
  const before = machine.umask === undefined ? undefined : process.umask(machine.umask);
  const child = spawn(program, rest, {
    cwd: stage.root,
    env: environmentOf(machine, stage),
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (before !== undefined) process.umask(before);
  const stop = (): void => void child.kill();
  signal.addEventListener("abort", stop);
  let output = "";
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      signal.removeEventListener("abort", stop);
      resolve({ code, output });
    });
  });
}

/** Why the machine cannot be made here: a program is missing, or the right to use it. */
async function impossibility(
  runHere: (parameters: readonly string[]) => Promise<Ended>,
): Promise<string | undefined> {
  try {
    const { code, output } = await runHere(["-e", ""]);
    return code === 0 ? undefined : output.trim();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The report of vitest; undefined if it wrote none. */
export const readReport = (path: string): Report | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : undefined;

/** The parameters of Node that run the hermetic tests. */
export const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--configLoader=runner",
  "--project=hermetic",
];

export async function runTests(machine: OddMachine, { project, filters, signal }: TestRun): Promise<Outcome> {
  if (machine.user !== undefined && process.getuid?.() !== 0)
    return { kind: "impossible", reason: "only root can become another user" };
  const stage = openStage(machine, project);
  const runHere = (parameters: readonly string[]) => runNode(machine, { stage, signal }, parameters);
  try {
    const reason = await impossibility(runHere);
    if (reason !== undefined) return { kind: "impossible", reason };
    const stopServers = await startForeignServers(machine.ports ?? []);
    const report = join(stage.temporary, "report.json");
    const reporters = ["--reporter=json", `--outputFile=${report}`];
    const ended = await runHere([...vitest, ...reporters, ...filters]).finally(stopServers);
    return outcomeOf(readReport(report), { ...ended, root: stage.root });
  } finally {
    stage.remove();
  }
}
