// The inputs of a node whose links the graph editor submits.

import type { NodeClass } from "@pictor/kernel/plugin";
import type { EditorInput, EditorNode } from "../editor/editor-graph.js";
import { isCustomCombo } from "./custom-combo.js";

/** Scripts of extensions add widgets that the class does not declare, and so does the editor itself for CustomCombo. */
const hasUndeclaredWidgets = ({ name, module }: NodeClass): boolean =>
  isCustomCombo(name) || module?.startsWith("custom_nodes.") === true;

/**
 * The inputs with a link, except those that belong to a widget which the class no longer has: the editor removes them when it
 * opens the file.
 */
export function linkedInputs(
  { inputs }: EditorNode,
  nodeClass: NodeClass | undefined,
): readonly EditorInput[] {
  const linked = inputs.filter(({ link }) => link !== undefined);
  if (nodeClass === undefined || hasUndeclaredWidgets(nodeClass)) return linked;
  const declared = new Set(nodeClass.inputs.map(({ name }) => name));
  return linked.filter(({ name, widget }) => widget === undefined || declared.has(name));
}
