// The inputs of a node whose links the graph editor submits.

import type { NodeClass } from "@pictor/kernel/plugin";
import type { EditorInput, EditorNode } from "../editor/editor-graph.js";
import { isCustomCombo } from "./custom-combo.js";

/**
 * Whether a node may have widgets that its class does not declare: scripts of extensions add such widgets, and so does
 * the editor itself for CustomCombo.
 */
export const hasUndeclaredWidgets = ({ name, module }: NodeClass): boolean =>
  isCustomCombo(name) || module?.startsWith("custom_nodes.") === true;

/**
 * The inputs with a link. Inputs that belong to a widget which the class no longer has are left out: the editor removes
 * them when it opens the file.
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
