// `pictor mcp`: a server without a port, whose API `mcp` is relayed to standard input and output.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPictor } from "@pictor/host";
import { discard, type LoadedConfiguration } from "@pictor/kernel";
import { createServer } from "@pictor/server";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { logTo } from "../../output/log-text.js";
import type { Terminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import { requireBackends } from "../../session/require-backends.js";
import { runUntilStopped, type StoppableInvocation } from "../../session/run-until-stopped.js";
import { parseScope } from "../serve/parse-scope.js";
import { keepConsoleOffStdout } from "./console-on-stderr.js";
import { relayMessages } from "./relay-messages.js";

export interface McpOptions {
  readonly scope?: readonly string[];
  readonly backend?: string;
}

/** Names the jobs of this command in lists of jobs and images. */
const callerName = "pictor mcp";

const withBackend = (configuration: LoadedConfiguration, backend: string | undefined): LoadedConfiguration =>
  backend === undefined ? configuration : { ...configuration, values: { ...configuration.values, backend } };

/** Serves until standard input ends or the signal is aborted; the jobs that run are then cancelled. */
async function serve(
  { scope = ["generate"], backend }: McpOptions,
  { globals, streams }: Invocation,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const scopes = scope.map(parseScope);
  // Nobody can be asked here, so a project that is not trusted is refused.
  const configuration = withBackend(await configurationOf({ globals, streams }), backend);
  // The jobs end with the command, and several clients may run one each: nothing of the list of jobs is kept.
  const folder = await mkdtemp(join(tmpdir(), "pictor-mcp-"));
  try {
    const server = await createServer({
      port: "none",
      folder,
      keepsRequests: false,
      async createPictor(interaction) {
        const pictor = await createPictor({ configuration, interaction, log: logTo(terminal) });
        requireBackends(pictor, backend === undefined ? [] : [backend]);
        return pictor;
      },
    });
    try {
      const answer = await server.openApi("mcp", { name: callerName, scopes });
      const closed = new AbortController();
      const write = async (line: string): Promise<void> => {
        if (!(await terminal.bytes(Buffer.from(`${line}\n`)))) closed.abort();
      };
      const either = AbortSignal.any([signal, closed.signal]);
      await relayMessages({ input: streams.stdin, write, answer, signal: either });
    } finally {
      await server.close();
    }
  } finally {
    await discard(folder);
  }
}

/** Never rejects. */
export async function serveMcp(options: McpOptions, invocation: StoppableInvocation): Promise<ExitCode> {
  const { json: _json, ...globals } = invocation.globals;
  const announcement = "Stopping, and cancelling the running jobs; press Ctrl-C again to exit at once.";
  return runUntilStopped({ ...invocation, globals }, announcement, async ({ terminal, signal }) => {
    const releaseConsole = keepConsoleOffStdout((text) => terminal.note(text));
    try {
      await serve(options, invocation, terminal, signal);
    } finally {
      releaseConsole();
    }
    return exitCode("finished");
  });
}
