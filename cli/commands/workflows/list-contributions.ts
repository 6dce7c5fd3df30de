// `pictor workflows list` and `pictor features list`.

import type { Feature, Workflow } from "@pictor/client";
import { workflowOperations } from "@pictor/features/workflows/operations";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { callOf, show, tableOf, type Columns } from "../../session/plain-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";

type Entry = Pick<Workflow | Feature, "id" | "title" | "description">;

const columns: Columns<Entry> = [
  ["ID", ({ id }) => id],
  ["TITLE", ({ title }) => title],
  ["DESCRIPTION", ({ description = "" }) => description],
];

const lists = {
  workflows: async ({ kernel: pictor }: CommandHost) =>
    (await workflowOperations.listWorkflows.run(callOf({}), { pictor })).workflows,
  features: async ({ kernel: pictor }: CommandHost) =>
    (await workflowOperations.listFeatures.run(callOf({}), { pictor })).features,
};

export const listContributions = (
  nouns: "workflows" | "features",
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost(invocation, async (host) => {
    const { terminal } = host;
    const entries = (await lists[nouns](host))
      .map(({ id, title, description = "", plugin }) => ({ id, title, description, plugin }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return show(terminal, entries, {
      record: () => ({ [nouns]: entries }),
      print: () => {
        terminal.result(tableOf(terminal, columns, entries));
        warnOfPluginProblems(host);
      },
    });
  });
