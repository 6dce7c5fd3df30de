// The value that a PrimitiveNode of the graph editor gives to an input.

import type { Catalog, InputSpec } from "@pictor/kernel/plugin";
import type { EditorLink, EditorNode, NodeSheet } from "../editor/editor-graph.js";
import type { SheetScope } from "./expand-subgraphs.js";

type EditorNumber = number | bigint;
const isNumber = (value: unknown): value is EditorNumber =>
  typeof value === "number" || typeof value === "bigint";

/** The input to which a link leads; undefined if the catalog lacks the class or the input. */
function targetOf(link: EditorLink, { nodes }: NodeSheet, catalog: Catalog): InputSpec | undefined {
  const node = nodes.get(link.to);
  const input = node?.inputs.find((each) => each.link === link.id) ?? node?.inputs[link.input];
  return catalog.get(node?.type ?? "")?.inputs.find(({ name }) => name === (input?.widget ?? input?.name));
}

/** The value within the limits of one input. The editor rounds numbers for whole numbers. */
function withinLimits(value: EditorNumber, { type, min, max }: InputSpec): EditorNumber {
  if (type !== "INT" && type !== "FLOAT") return value;
  const low = min !== undefined && value < min ? min : value;
  const high = max !== undefined && low > max ? max : low;
  return type === "INT" && typeof high === "number" ? Math.round(high) : high;
}

/** The promoted value of the first widget, else the widget's value. */
function ownValue({ parent }: SheetScope, node: EditorNode): unknown {
  const promoted = parent?.promoted.widgets.get(node.id);
  const [first] = [...(promoted ?? [])].filter(([name]) => name !== "control_after_generate");
  return first === undefined ? Object.values(node.values)[0] : first[1];
}

/**
 * The value of the node, whatever its mode. As in the editor, a number is kept within the limits of all inputs that the
 * node is linked to. Undefined if the file has no value.
 */
export function primitiveValue(scope: SheetScope, node: EditorNode, catalog: Catalog): unknown {
  const value = ownValue(scope, node);
  if (!isNumber(value)) return value ?? undefined;
  return [...scope.sheet.links.values()]
    .filter(({ from }) => from === node.id)
    .flatMap((link) => targetOf(link, scope.sheet, catalog) ?? [])
    .reduce(withinLimits, value);
}

/** Whether the link leads to an input without a widget, to which the editor does not give the value. */
export function takesConnectionOnly(link: EditorLink, sheet: NodeSheet, catalog: Catalog): boolean {
  const target = targetOf(link, sheet, catalog);
  return target !== undefined && target.widget === undefined;
}
