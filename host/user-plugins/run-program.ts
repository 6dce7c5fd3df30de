// Runs npm or git for a plugin's source: the lines of stdout, or an error that says what is missing or what failed.

import { ArchiveProblem } from "@pictor/archives";
import { withoutCredentials } from "@pictor/extensions";
import type { RunOptions } from "@pictor/kernel";
import { userPluginFault } from "./faults.js";
import type { RunToEnd } from "./programs.js";

export interface ProgramCall {
  readonly program: "npm" | "git";
  readonly args: readonly string[];
  /** The source of the plugin, for errors. */
  readonly source: string;
  readonly cwd: string;
  readonly env?: RunOptions["env"];
  /** Why the program refused the source itself, from the lines that it printed; undefined for another failure. */
  readonly refusalIn?: (lines: readonly string[]) => string | undefined;
}

/** An npm that npm starts reads the environment, and not the arguments of the first one. */
const npmEnvironment = {
  npm_config_ignore_scripts: "true",
  npm_config_update_notifier: "false",
  npm_config_fund: "false",
  npm_config_audit: "false",
};

/** The line of stderr that says most, without credentials in addresses. */
function reasonIn(lines: readonly string[], fallback: string): string {
  const told = lines
    .map((line) => line.replace(/^(?:npm (?:ERR!|error)|fatal:|error:|ssh:)\s*/, "").trim())
    .filter(
      (line) =>
        line !== "" &&
        !/^(?:warning: |npm warn |code |Cloning into|A complete log|errno|syscall)/i.test(line),
    );
  return withoutCredentials(told[0] ?? fallback).replace(/\.$/, "");
}

/** Rejects with `PLUGIN_PROGRAM_MISSING`, `PLUGIN_SOURCE_FAILED`, `ArchiveProblem`, or the reason of the signal. */
export async function runProgram(
  run: RunToEnd,
  { program, args, source, cwd, env = {}, refusalIn }: ProgramCall,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const [out, err]: [string[], string[]] = [[], []];
  const exit = await run(program, args, {
    cwd,
    env: { ...(program === "npm" && npmEnvironment), ...env },
    onLine: (line, stream) => (stream === "stdout" ? out : err).push(line),
    signal,
  });
  signal?.throwIfAborted();
  if (exit.kind === "exited" && exit.exitCode === 0) return out;
  if (exit.kind === "not-started")
    throw userPluginFault("PLUGIN_PROGRAM_MISSING", { source, program, reason: exit.reason });
  const refusal = refusalIn?.([...err, ...out]);
  if (refusal !== undefined) throw new ArchiveProblem(refusal);
  const ending = exit.kind === "exited" ? `with exit code ${exit.exitCode}` : `by ${exit.signal}`;
  throw userPluginFault("PLUGIN_SOURCE_FAILED", {
    source,
    reason: reasonIn([...err, ...out], `${program} ended ${ending}`),
  });
}

/** Parses what a program printed as JSON. Throws `ArchiveProblem`. */
export function parseOutput(lines: readonly string[], program: string): unknown {
  try {
    return JSON.parse(lines.join("\n"));
  } catch (error) {
    throw new ArchiveProblem(`the output of ${program} is not what was expected`, { cause: error });
  }
}
