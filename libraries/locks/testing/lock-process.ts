// A process of its own for tests of locks: it does what lines of its input say, can be stopped and continued, and prints lines.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import type { TestContext } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** The beginning of each program: a clock, and `nextLine()` for the next line that the test sends. */
const prelude = `
import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextLine = async () => (await lines.next()).value;
const say = (text) => process.stdout.write(text + "\\n");
const clock = { now: Date.now, after: (ms, done) => { const timer = setTimeout(done, ms); return () => clearTimeout(timer); } };
const args = process.argv.slice(1);
`;

export interface LockProcess {
  readonly pid: number;
  /** The next line that the process prints; undefined when it has ended. */
  next(): Promise<string | undefined>;
  /** Sends a line. */
  say(line: string): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<unknown>;
}

/**
 * Runs a program in TypeScript from the root of the repository. It is killed at the end of the test, beside which
 * others may run.
 */
export function startLockProcess(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  program: string,
  ...args: readonly string[]
): LockProcess {
  const options = ["--conditions=@pictor/source", "--import", "tsx", "--input-type=module"];
  const child = spawn(process.execPath, [...options, "-e", prelude + program, ...args], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    next: async () => {
      const { value, done } = await lines.next();
      return done === true ? undefined : value;
    },
    say: (line) => void child.stdin.write(`${line}\n`),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}
