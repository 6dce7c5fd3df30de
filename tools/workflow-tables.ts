// The tables of docs/workflows.md: all workflows, all features, and which feature works in which workflow.

import { expected, reasons, templateNames, type Cell, type ReasonName } from "../test/matrix/expected.js";

/** Renders a Markdown table. */
export type RenderTable = (head: readonly string[], rows: readonly (readonly string[])[]) => string;
interface Manifest {
  readonly id: string;
  readonly contributes?: Readonly<
    Record<string, readonly { readonly id: string; readonly [key: string]: unknown }[]>
  >;
}

const linkReadme = (plugin: string): string => `[${plugin}](../plugins/${plugin}/README.md)`;
const asText = (value: unknown): string => (typeof value === "string" ? value : "");

function contributionTable(
  manifests: readonly Manifest[],
  kind: "workflows" | "features",
  table: RenderTable,
): string {
  const rows = manifests.flatMap(({ id: plugin, contributes }) =>
    (contributes?.[kind] ?? []).map(({ id, description }) => [
      `\`${id}\``,
      asText(description),
      linkReadme(plugin),
    ]),
  );
  return table([kind === "workflows" ? "Workflow" : "Feature", "What it does", "Plugin"], rows);
}

/** The letter of a reason: its position in the list below the table. */
const reasonLetter = (name: ReasonName): string =>
  String.fromCharCode(97 + Object.keys(reasons).indexOf(name));
const cellText = (cell: Cell): string => (cell === "works" ? "+" : reasonLetter(cell));

function compatibilityTable(table: RenderTable): string {
  const rows = expected.map(({ feature, cells, twice }) => [
    `\`${feature}\``,
    ...templateNames.map((name) => cellText(cells[name] ?? "works")),
    cellText(twice),
  ]);
  const legend = Object.entries(reasons).map(
    ([name, { because }]) => `- **${reasonLetter(name as ReasonName)}** ${because}`,
  );
  return `${table(["", ...templateNames, "twice"], rows)}\n\n${legend.join("\n")}`;
}

/** The content of each mark in the page. */
export const workflowTables = (
  manifests: readonly Manifest[],
  table: RenderTable,
): Readonly<Record<string, string>> => ({
  workflows: contributionTable(manifests, "workflows", table),
  features: contributionTable(manifests, "features", table),
  compatibility: compatibilityTable(table),
});
