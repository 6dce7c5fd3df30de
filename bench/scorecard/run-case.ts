// One attempt: a new server in one process, the client in another. Always settles with an outcome.

import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { fileURLToPath } from "node:url";
import { nextMessage } from "../processes.js";
import type { Attempt, AttemptMessage, Outcome, Place } from "./case.js";
import type { StageOptions } from "./stage.js";

/** What both processes print is shown with BENCH_DEBUG only. */
const quiet: ForkOptions = {
  stdio: ["ignore", "ignore", process.env["BENCH_DEBUG"] ? "inherit" : "ignore", "ipc"],
};

const run = (script: string, options: StageOptions | Attempt): ChildProcess =>
  fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(options)], quiet);

/** Longer than any client's own time limit: a client process without a message for this long is stuck. */
const overtimeMs = 60_000;

export interface CaseRun extends StageOptions, Omit<Attempt, "place"> {
  /** The longest time that a client has for the case. */
  readonly watchMs: number;
}

export async function runCase({ backend, inFront, gateway, watchMs, ...task }: CaseRun): Promise<Outcome> {
  const stage = run("./stage.js", { backend, inFront, gateway });
  let attempt: ChildProcess | undefined;
  try {
    const place = await nextMessage<Place>(stage, "the server");
    attempt = run("./attempt.js", { ...task, place });
    return await outcomeOf(attempt, stage, watchMs + task.paceMs + overtimeMs);
  } catch (error) {
    return { mark: "broken", reason: String(error) };
  } finally {
    attempt?.kill("SIGKILL");
    if (stage.connected) stage.disconnect();
    setTimeout(() => stage.kill("SIGKILL"), 3000).unref();
  }
}

function outcomeOf(attempt: ChildProcess, stage: ChildProcess, watchMs: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => resolve({ mark: "hang", ms: watchMs, note: "the process is stuck" }),
      watchMs,
    );
    const failsWith = (name: string) => (code: number | null) => {
      clearTimeout(limit);
      reject(new Error(`${name} ended with ${code}`));
    };
    attempt.on("message", ({ outcome, faults }: AttemptMessage) => {
      if (outcome !== undefined) {
        clearTimeout(limit);
        resolve(outcome);
        return;
      }
      stage.once("message", () => attempt.connected && attempt.send("set"));
      stage.send({ faults });
    });
    attempt.once("exit", failsWith("the client's process"));
    stage.once("exit", failsWith("the server"));
  });
}
