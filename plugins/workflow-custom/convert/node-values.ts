// The widget values of a node as the editor submits them: saved, promoted, or default values.

import { isRecord } from "@pictor/kernel/plugin";
import type { InputSpec, InputValue, NodeClass } from "@pictor/kernel/plugin";
import type { ScopedNode } from "./expand-subgraphs.js";
import { hasEditorViewer, isViewer, viewerState } from "./model-viewer.js";
import { widgetValues, widgetValuesWithoutClass } from "./widget-values.js";

export interface NodeValues {
  /** Values by the name of the input. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Names of the inputs that got the default, because the file has no value. */
  readonly defaulted: readonly string[];
  /** Saved values that belong to no widget, and that somebody may have meant. */
  readonly unassigned: readonly unknown[];
  /** Inputs whose saved value does not fit their type. */
  readonly misfits: readonly InputSpec[];
}

const emptyValues: Readonly<Record<string, InputValue>> = { INT: 0, FLOAT: 0, STRING: "", BOOLEAN: false };

/** The value that the editor shows in a widget without a value. */
const defaultValue = (input: InputSpec): unknown =>
  input.default ?? input.options?.[0] ?? emptyValues[input.type] ?? (input.required ? "" : undefined);

/** Whether an input takes a text. An object in it was saved for another input, or by another version of the pack. */
const isTextOnly = ({ type, widget }: InputSpec): boolean =>
  widget !== undefined && (type === "STRING" || type.includes("TEXT"));

/**
 * The widget values, replaced by values that the surrounding subgraph node promotes. Undefined if the class is unknown and
 * the file does not name the values.
 */
export function nodeValues(
  { node, scope }: Pick<ScopedNode, "node" | "scope">,
  nodeClass: NodeClass | undefined,
): NodeValues | undefined {
  const promoted = scope.parent?.promoted.widgets.get(node.id) ?? new Map<string, unknown>();
  if (nodeClass === undefined) {
    const named = widgetValuesWithoutClass(node);
    return named && { values: new Map([...named, ...promoted]), defaulted: [], unassigned: [], misfits: [] };
  }
  const assigned = widgetValues(node, nodeClass);
  const values = new Map(assigned.values);
  const defaulted: string[] = [];
  const names = new Set([...assigned.inputs.map(({ name }) => name), ...assigned.values.keys()]);
  for (const [name, value] of promoted) if (names.has(name)) values.set(name, value);
  for (const input of assigned.inputs) {
    if (isViewer(input)) values.set(input.name, viewerState(node));
    if ((values.get(input.name) ?? undefined) !== undefined) continue;
    const value = defaultValue(input);
    if (value === undefined) continue;
    if (!values.has(input.name)) defaulted.push(input.name);
    values.set(input.name, value);
  }
  if (hasEditorViewer(nodeClass)) values.set("image", "");
  const misfits = assigned.inputs.filter((input) => isTextOnly(input) && isRecord(values.get(input.name)));
  return { values, defaulted, unassigned: assigned.unassigned, misfits };
}
