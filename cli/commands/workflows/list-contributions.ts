// `pictor workflows list` and `pictor features list`.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost } from "../../session/command-host.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { oneLine } from "../../text/plain-text.js";

export const listContributions = (
  nouns: "workflows" | "features",
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost(invocation, (host) => {
    const { kernel, terminal } = host;
    const entries = kernel
      .contributions(nouns)
      .map(({ id, title, description = "", plugin }) => ({ id, title, description, plugin }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    if (terminal.json) return Promise.resolve(recordFinished(terminal, { [nouns]: entries }));
    const rows = entries.map(({ id, title, description }) => [id, title, description].map(oneLine));
    terminal.result(terminal.table([["ID", "TITLE", "DESCRIPTION"], ...rows]));
    warnOfPluginProblems(host);
    return Promise.resolve(exitCode("finished"));
  });
