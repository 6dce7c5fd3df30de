// Runs npm or git for a plugin's source: the lines of stdout, or an error that says what is missing or what failed.

import { ArchiveProblem } from "@pictor/archives";
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
}

const environments = {
  npm: { npm_config_update_notifier: "false", npm_config_fund: "false", npm_config_audit: "false" },
  // No question on the terminal, no other protocols than those that are documented, no large files, no repository of the caller.
  git: {
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "https:ssh:file",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_DIR: undefined,
    GIT_WORK_TREE: undefined,
    LC_ALL: "C",
  },
};

/** The line of stderr that says most, without credentials in addresses. */
function reasonIn(lines: readonly string[], fallback: string): string {
  const told = lines
    .map((line) => line.replace(/^(?:npm (?:ERR!|error)|fatal:|error:|ssh:)\s*/, "").trim())
    .filter(
      (line) => line !== "" && !/^(?:warning: |code |Cloning into|A complete log|errno|syscall)/.test(line),
    );
  return (told[0] ?? fallback).replace(/\/\/[^/\s]*@/g, "//***@").replace(/\.$/, "");
}

/** Rejects with `PLUGIN_PROGRAM_MISSING`, `PLUGIN_SOURCE_FAILED`, or the reason of the signal. */
export async function runProgram(
  run: RunToEnd,
  { program, args, source, cwd, env = {} }: ProgramCall,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const [out, err]: [string[], string[]] = [[], []];
  const exit = await run(program, args, {
    cwd,
    env: { ...environments[program], ...env },
    onLine: (line, stream) => (stream === "stdout" ? out : err).push(line),
    ...(signal !== undefined && { signal }),
  });
  signal?.throwIfAborted();
  if (exit.kind === "exited" && exit.exitCode === 0) return out;
  if (exit.kind === "not-started")
    throw userPluginFault("PLUGIN_PROGRAM_MISSING", { source, program, reason: exit.reason });
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
