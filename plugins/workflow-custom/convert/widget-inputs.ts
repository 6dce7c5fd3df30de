// The inputs of a class that have a widget in the editor.

import { rowInputs, type InputSpec } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";

/** The most rows of a group that a file may have. */
const maxRows = 1_000;

/** The inputs of a class without those of a dynamic combo, which follow the value to which they belong. */
export function withoutDynamicInputs(inputs: readonly InputSpec[]): readonly InputSpec[] {
  const prefixes = inputs
    .filter(({ dynamicInputs }) => dynamicInputs !== undefined)
    .map(({ name }) => `${name}.`);
  return inputs.filter(({ name }) => !prefixes.some((prefix) => name.startsWith(prefix)));
}

const valueTypes = new Set(["INT", "FLOAT", "STRING", "BOOLEAN", "COMBO"]);

/** Whether the class takes a connection only (`forceInput`), although the type of the input has a widget. */
export const isForced = ({ type, widget }: InputSpec): boolean =>
  widget === undefined && valueTypes.has(type);

/** The inputs that have a widget in the editor, according to the class or the file. */
export function inputsWithWidgets(inputs: readonly InputSpec[], node: EditorNode): readonly InputSpec[] {
  const inFile = new Set(node.inputs.filter(({ widget }) => widget !== undefined).map(({ name }) => name));
  return withoutDynamicInputs(inputs).filter((input) => {
    const { name, widget, autogrow } = input;
    return (inFile.has(name) && !isForced(input)) || (widget !== undefined && autogrow !== true);
  });
}

/** The fields of the rows of a group, whose number the file has before them. */
export function rowFields(spec: InputSpec, saved: unknown): readonly InputSpec[] {
  const count = Math.min(
    maxRows,
    typeof saved === "number" ? Math.max(0, Math.trunc(saved)) : (spec.rows?.min ?? 0),
  );
  return rowInputs(spec, count).filter(({ widget }) => widget !== undefined);
}
