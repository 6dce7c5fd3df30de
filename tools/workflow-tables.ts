// The tables of docs/workflows.md: every workflow, every add-on, and which goes with which.

import { expected, reasons, templateNames, type Cell, type ReasonName } from "../test/matrix/expected.js";

export type TableOf = (head: readonly string[], rows: readonly (readonly string[])[]) => string;
interface Contributing {
  readonly id: string;
  readonly contributes?: Readonly<
    Record<string, readonly { readonly id: string; readonly [key: string]: unknown }[]>
  >;
}

const linkTo = (plugin: string): string => `[${plugin}](../plugins/${plugin}/README.md)`;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function contributed(
  manifests: readonly Contributing[],
  kind: "workflows" | "features",
  table: TableOf,
): string {
  const rows = manifests.flatMap(({ id: plugin, contributes }) =>
    (contributes?.[kind] ?? []).map(({ id, description }) => [
      `\`${id}\``,
      textOf(description),
      linkTo(plugin),
    ]),
  );
  return table([kind === "workflows" ? "Workflow" : "Add-on", "What it does", "Plugin"], rows);
}

/** A reason by its letter, in the order of the list below the table. */
const letterOf = (name: ReasonName): string => String.fromCharCode(97 + Object.keys(reasons).indexOf(name));
const signOf = (cell: Cell): string => (cell === "works" ? "+" : letterOf(cell));

function together(table: TableOf): string {
  const rows = expected.map(({ feature, cells, twice }) => [
    `\`${feature}\``,
    ...templateNames.map((name) => signOf(cells[name] ?? "works")),
    signOf(twice),
  ]);
  const words = Object.entries(reasons).map(
    ([name, { because }]) => `- **${letterOf(name as ReasonName)}** ${because}`,
  );
  return `${table(["", ...templateNames, "twice"], rows)}\n\n${words.join("\n")}`;
}

/** Mark in the page to what stands there. */
export const workflowTables = (
  manifests: readonly Contributing[],
  table: TableOf,
): Readonly<Record<string, string>> => ({
  workflows: contributed(manifests, "workflows", table),
  "add-ons": contributed(manifests, "features", table),
  together: together(table),
});
