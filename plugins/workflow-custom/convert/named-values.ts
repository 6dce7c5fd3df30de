// The widget values of a node whose file names them.

import type { InputSpec, NodeClass } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";
import { widgetRule } from "../packs/rules.js";
import { withoutControls } from "./control-widgets.js";
import { hasUndeclaredWidgets } from "./linked-inputs.js";
import { presentValue } from "./rule-values.js";
import { inputsWithWidgets, rowFields } from "./widget-inputs.js";

export interface WidgetValues {
  /** Values by the name of the input. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Inputs of the class that have a widget, in order. Some may have been added to the class after the file was made. */
  readonly inputs: readonly InputSpec[];
  /** Values that belong to no widget of the class, and that somebody may have meant. */
  readonly unassigned: readonly unknown[];
}

/**
 * The values that the file itself names, whatever their order. A pack may read further ones, and replace those of older
 * files.
 */
export function assignNamed(
  named: Readonly<Record<string, unknown>>,
  nodeClass: NodeClass,
  node: EditorNode,
): WidgetValues {
  const rule = widgetRule(nodeClass.name);
  const pending = [...inputsWithWidgets(nodeClass.inputs, node)];
  const values = new Map<string, unknown>();
  const inputs: InputSpec[] = [];
  for (let input = pending.shift(); input !== undefined; input = pending.shift()) {
    const { name } = input;
    const value = Object.hasOwn(named, name) ? presentValue(rule, name, named[name]) : undefined;
    if (input.rows !== undefined) {
      pending.unshift(...rowFields(input, value));
      continue;
    }
    inputs.push(input);
    if (Object.hasOwn(named, name)) values.set(name, value);
    const dynamicInputs = input.dynamicInputs?.find((each) => each.value === value)?.inputs ?? [];
    pending.unshift(...inputsWithWidgets(dynamicInputs, node));
  }
  if (hasUndeclaredWidgets(nodeClass)) {
    const declared = new Set(nodeClass.inputs.map(({ name }) => name));
    for (const [name, value] of withoutControls(Object.entries(named)))
      if (!declared.has(name) && typeof value !== "object") values.set(name, value);
  }
  for (const name of rule?.further ?? []) if (Object.hasOwn(named, name)) values.set(name, named[name]);
  return { values, inputs, unassigned: [] };
}
