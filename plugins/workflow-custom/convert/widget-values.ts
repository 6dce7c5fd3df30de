// Assigns the values of a node's widgets, which most files keep as a list, to the inputs of its class.

import type { InputSpec, NodeClass } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";

export interface WidgetValues {
  /** By the name of the input. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Inputs of the class that have a widget, in order. Some may have been added to the class after the file was made. */
  readonly inputs: readonly InputSpec[];
  /** Number of values that belong to no widget of the class. */
  readonly unassigned: number;
}

/** Values of `control_after_generate`, which follow the value that changes. The first versions wrote true and false. */
const controlValues = new Set<unknown>(["fixed", "increment", "decrement", "randomize", true, false]);

/**
 * The inputs that have a widget in the editor, according to the class or the file. The inputs of a dynamic combo are left
 * out; they follow the value to which they belong.
 */
function inputsWithWidgets(inputs: readonly InputSpec[], node: EditorNode): readonly InputSpec[] {
  const dynamicPrefixes = inputs
    .filter(({ dynamicInputs }) => dynamicInputs !== undefined)
    .map(({ name }) => `${name}.`);
  const inFile = new Set(node.inputs.filter(({ widget }) => widget !== undefined).map(({ name }) => name));
  return inputs.filter(({ name, widget, autogrow }) => {
    if (dynamicPrefixes.some((prefix) => name.startsWith(prefix))) return false;
    return inFile.has(name) || (widget !== undefined && autogrow !== true);
  });
}

/**
 * Whether a value is the `control_after_generate` of the previous input. The class need not declare it, because
 * extensions add it by themselves; older files may lack it, so a value that fits the next input is assigned to that.
 */
function isControlValue(value: unknown, input: InputSpec, next: InputSpec | undefined): boolean {
  if (!controlValues.has(value) || (typeof value === "boolean" && next?.type === "BOOLEAN")) return false;
  if (input.widget?.controlAfterGenerate === true) return true;
  if (input.type !== "INT" || next?.options?.includes(value as string) === true) return false;
  return /seed/i.test(input.name) || next?.type !== "STRING";
}

function assignByOrder(
  values: readonly unknown[],
  { inputs: classInputs }: NodeClass,
  node: EditorNode,
): WidgetValues {
  const pending = [...inputsWithWidgets(classInputs, node)];
  const hasUpload = classInputs.some(({ lenient }) => lenient);
  const assigned = new Map<string, unknown>();
  const inputs: InputSpec[] = [];
  let index = 0;
  for (let input = pending.shift(); input !== undefined; input = pending.shift()) {
    inputs.push(input);
    if (index >= values.length) continue;
    const value = values[index++];
    assigned.set(input.name, value);
    const next = pending[0];
    if (isControlValue(values[index], input, next)) {
      index++;
      // A combo with control_after_generate has a filter of its options, too.
      if (input.type === "COMBO" && values[index] === "" && next?.type !== "STRING") index++;
    }
    const dynamicInputs = input.dynamicInputs?.find((each) => each.value === value)?.inputs ?? [];
    pending.unshift(...inputsWithWidgets(dynamicInputs, node));
    // The buttons of an upload come between the required and the optional inputs.
    const surplus = values.length - index - pending.length;
    if (hasUpload && input.required && next?.required === false && surplus > 0) index += surplus;
  }
  return { values: assigned, inputs, unassigned: hasUpload ? 0 : Math.max(0, values.length - index) };
}

/** Keeps values with unknown names, because some classes read undeclared inputs, except objects, which are previews. */
function assignByName(
  values: Readonly<Record<string, unknown>>,
  { inputs }: NodeClass,
  node: EditorNode,
): WidgetValues {
  const known = new Set(inputs.map(({ name }) => name));
  const kept = Object.entries(values).filter(
    ([name, value]) => known.has(name) || typeof value !== "object" || value === null,
  );
  return { values: new Map(kept), inputs: inputsWithWidgets(inputs, node), unassigned: 0 };
}

/** The widget values of a node whose class is in the catalog. */
export function widgetValues(node: EditorNode, nodeClass: NodeClass): WidgetValues {
  const { values } = node;
  return Array.isArray(values)
    ? assignByOrder(values as readonly unknown[], nodeClass, node)
    : assignByName(values as Readonly<Record<string, unknown>>, nodeClass, node);
}

/**
 * The widget values of a node of an unknown class, by name. Newer files mark every widget among the inputs. Undefined if
 * the file does not name all values.
 */
export function widgetValuesWithoutClass(node: EditorNode): ReadonlyMap<string, unknown> | undefined {
  const { inputs, values } = node;
  if (!Array.isArray(values)) return new Map(Object.entries(values));
  const names = inputs.filter(({ widget }) => widget !== undefined).map(({ name }) => name);
  const named = new Map<string, unknown>();
  let index = 0;
  for (const name of names) {
    if (index >= values.length) return undefined;
    named.set(name, values[index++]);
    if (controlValues.has(values[index]) && values.length - index > names.length - named.size) index++;
  }
  return index === values.length ? named : undefined;
}
