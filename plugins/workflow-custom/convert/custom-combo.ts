// CustomCombo: a class whose options and index exist in the graph editor only. The editor submits all of them.

import type { EditorNode } from "../editor/editor-graph.js";

/** The class CustomCombo. It accepts any input, so the catalog describes only `choice`. */
const customCombo = "CustomCombo";

export const isCustomCombo = (nodeClass: string): boolean => nodeClass === customCombo;

/** The options up to the first empty one, which the editor keeps at the end as room for another option. */
function optionsOf(saved: readonly unknown[]): readonly unknown[] {
  const end = saved.findIndex((option) => option === "" || option === null || option === undefined);
  return [...(end === -1 ? saved : saved.slice(0, end)), ""];
}

/** The values of the widgets by name: `choice`, then `option1` and so on. The first versions saved no index. */
export function customComboValues({ values }: EditorNode): ReadonlyMap<string, unknown> {
  if (!Array.isArray(values)) return new Map(Object.entries(values));
  const [choice, ...rest] = values as readonly unknown[];
  const saved = typeof rest[0] === "string" ? rest : rest.slice(1);
  const options = optionsOf(saved).map((option, index) => [`option${index + 1}`, option] as const);
  return new Map([["choice", choice], ...options]);
}

/** The position of the choice among the options, counted from 0; -1 if it is none of them. */
export function choiceIndex(choice: unknown, values: ReadonlyMap<string, unknown>): number {
  const options = [...values].filter(([name]) => /^option\d+$/.test(name)).map(([, option]) => option);
  return options.indexOf(choice);
}
