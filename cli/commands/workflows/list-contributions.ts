// `pictor workflows list` and `pictor features list`.

import type { Feature, Workflow } from "@pictor/client";
import { workflowOperations } from "@pictor/features/workflows/operations";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
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

export const listContributions = hostedCommand(async (host, nouns: "workflows" | "features") => {
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
