// The value that a PrimitiveNode of the graph editor gives to an input.

import type { Catalog, InputSpec } from "@pictor/kernel/plugin";
import type { EditorLink, EditorNode, NodeSheet } from "../editor/editor-graph.js";
import { withoutControls } from "./control-widgets.js";
import type { SheetScope } from "./expand-subgraphs.js";
import { type EditorNumber, roundedBy } from "./round-number.js";

const isNumber = (value: unknown): value is EditorNumber =>
  typeof value === "number" || typeof value === "bigint";

/** The input to which a link leads; undefined if the catalog lacks the class or the input. */
function targetOf(link: EditorLink, { nodes }: NodeSheet, catalog: Catalog): InputSpec | undefined {
  const node = nodes.get(link.to);
  const input = node?.inputs.find((each) => each.link === link.id) ?? node?.inputs[link.input];
  return catalog.get(node?.type ?? "")?.inputs.find(({ name }) => name === (input?.widget ?? input?.name));
}

function withinLimits(value: EditorNumber, { type, min, max }: InputSpec): EditorNumber {
  if (type !== "INT" && type !== "FLOAT") return value;
  const low = min !== undefined && value < min ? min : value;
  return max !== undefined && low > max ? max : low;
}

/** The promoted value of the first widget, else the widget's value. */
function ownValue({ parent }: SheetScope, node: EditorNode): unknown {
  const promoted = parent?.promoted.widgets.get(node.id);
  const [first] = withoutControls(promoted ?? []);
  return first === undefined ? Object.values(node.values)[0] : first[1];
}

/**
 * Finds the input whose step the widget of the PrimitiveNode uses: of integers the largest step, of other numbers that
 * of the first input.
 */
const ownStep = (targets: readonly InputSpec[]): InputSpec | undefined =>
  targets.reduce<InputSpec | undefined>((found, target) => {
    const [step, largest] = [target.widget?.step ?? 1, found?.widget?.step ?? 1];
    return found === undefined || (target.type === "INT" && step > largest) ? target : found;
  }, undefined);

/**
 * The value that a PrimitiveNode gives to the input of a link, whatever the mode of the node is. As in the editor, a
 * number is kept within the limits of all inputs that the node is linked to, and is rounded by the widget of the node
 * and then by that of the input. Undefined if the file has no value.
 */
export function primitiveValue(
  scope: SheetScope,
  node: EditorNode,
  link: EditorLink,
  catalog: Catalog,
): unknown {
  const value = ownValue(scope, node);
  if (!isNumber(value)) return value ?? undefined;
  const { sheet } = scope;
  const targets = [...sheet.links.values()]
    .filter(({ from }) => from === node.id)
    .flatMap((each) => targetOf(each, sheet, catalog) ?? []);
  const rounded = roundedBy(targets.reduce(withinLimits, value), ownStep(targets));
  return roundedBy(rounded, targetOf(link, sheet, catalog));
}

/** Whether a link leads to an input without a widget. The editor does not give the value to such an input. */
export function takesConnectionOnly(link: EditorLink, sheet: NodeSheet, catalog: Catalog): boolean {
  const target = targetOf(link, sheet, catalog);
  return target !== undefined && target.widget === undefined;
}
