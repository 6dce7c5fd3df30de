// Assigns the values of a node's widgets, which most files keep as a list, to the inputs of its class.

import type { InputSpec, NodeClass } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";
import { withoutControls } from "./control-widgets.js";
import { customComboValues, isCustomCombo } from "./custom-combo.js";
import { widgetRule } from "../packs/rules.js";
import { meantValues, presentValue, valuesByRule, withoutEditorValues } from "./rule-values.js";
import { isViewer, viewerButtons } from "./model-viewer.js";
import { assignNamed, type WidgetValues } from "./named-values.js";
import { inputsWithWidgets, isForced, rowFields, withoutDynamicInputs } from "./widget-inputs.js";

/**
 * Values of the widget `control_after_generate`. In the file, such a value follows the value that it changes. The first
 * versions wrote true and false.
 */
const controlValues = new Set<unknown>(["fixed", "increment", "decrement", "randomize", true, false]);

/**
 * Editors before version 1.16 also saved a value for each input that takes a connection only. As in the present editor,
 * these values are removed if the number of values shows that the file has them.
 */
function withoutForcedValues(values: readonly unknown[], inputs: readonly InputSpec[]): readonly unknown[] {
  const isForcedValue = withoutDynamicInputs(inputs).flatMap((input) => {
    if (isForced(input)) return [true];
    if (input.widget === undefined || input.autogrow === true) return [];
    return input.widget.controlAfterGenerate === true ? [false, false] : [false];
  });
  return isForcedValue.length === values.length ? values.filter((_, index) => !isForcedValue[index]) : values;
}

/**
 * Whether a value is the `control_after_generate` of the previous input. The class need not declare it, because
 * extensions add it without declaring it; older files may lack it, so a value that fits the next input is assigned to
 * that, and so is a boolean after an input that is no seed.
 */
function isControlValue(value: unknown, input: InputSpec, next: InputSpec | undefined): boolean {
  if (!controlValues.has(value) || (typeof value === "boolean" && next?.type === "BOOLEAN")) return false;
  if (input.widget?.controlAfterGenerate === true) return true;
  if (input.type !== "INT" || next?.options?.includes(value as string) === true) return false;
  if (/seed/i.test(input.name)) return true;
  return typeof value === "string" && next?.type !== "STRING";
}

/** The last values of an upload that belong to its button. */
const uploadButtons: ReadonlySet<unknown> = new Set(["image", "video", "audio", "file", "upload"]);

/**
 * The order in which the file names the widgets, if it names all of `inputs` and in another order than the class: the
 * class was changed since, or its pack arranges the widgets in the editor.
 */
function orderInFile(inputs: readonly InputSpec[], node: EditorNode): readonly InputSpec[] | undefined {
  const named = node.inputs.filter(({ widget }) => widget !== undefined);
  const ordered = named.flatMap(({ name }) => inputs.find((input) => input.name === name) ?? []);
  const isComplete = ordered.length === inputs.length && new Set(ordered).size === inputs.length;
  return isComplete && ordered.some((input, index) => input !== inputs[index]) ? ordered : undefined;
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  INT: ["number", "bigint"],
  FLOAT: ["number", "bigint"],
  BOOLEAN: ["boolean"],
  STRING: ["string"],
};

/** The number of values that cannot be those of their inputs. */
const misfits = ({ values, inputs }: WidgetValues): number =>
  inputs.filter(({ name, type, options = [] }) => {
    const value = values.get(name) ?? undefined;
    const allowed = kinds[type] ?? options.map((option) => typeof option);
    return value !== undefined && allowed.length > 0 && !allowed.includes(typeof value);
  }).length;

/** By the order of the class, unless values do not fit there that fit in the order in which the file names the widgets. */
function assignByOrder(saved: readonly unknown[], nodeClass: NodeClass, node: EditorNode): WidgetValues {
  const byClass = inputsWithWidgets(nodeClass.inputs, node);
  const assigned = assignInOrder(saved, nodeClass, node, byClass);
  const inFile = misfits(assigned) === 0 ? undefined : orderInFile(byClass, node);
  const byFile = inFile && assignInOrder(saved, nodeClass, node, inFile);
  return byFile !== undefined && misfits(byFile) === 0 ? byFile : assigned;
}

function assignInOrder(
  saved: readonly unknown[],
  { inputs: classInputs, name: className }: NodeClass,
  node: EditorNode,
  order: readonly InputSpec[],
): WidgetValues {
  const rule = widgetRule(className);
  const own = rule === undefined ? saved : withoutEditorValues(saved, rule);
  const values = withoutForcedValues(own, classInputs);
  const pending = [...order];
  const hasUpload = classInputs.some(({ lenient }) => lenient);
  const assigned = new Map<string, unknown>();
  const inputs: InputSpec[] = [];
  let index = 0;
  for (let input = pending.shift(); input !== undefined; input = pending.shift()) {
    if (input.rows !== undefined) {
      pending.unshift(...rowFields(input, values[index++]));
      continue;
    }
    inputs.push(input);
    if (isViewer(input)) index += viewerButtons(values, index);
    if (index >= values.length) continue;
    const value = presentValue(rule, input.name, values[index++]);
    assigned.set(input.name, value);
    const next = pending[0];
    if (isControlValue(values[index], input, next)) {
      index++;
      // A combo with control_after_generate also has a widget that filters its options.
      if (input.type === "COMBO" && values[index] === "" && next?.type !== "STRING") index++;
    }
    const dynamicInputs = input.dynamicInputs?.find((each) => each.value === value)?.inputs ?? [];
    pending.unshift(...inputsWithWidgets(dynamicInputs, node));
    // The buttons of an upload are saved between the required and the optional inputs.
    const surplus = values.length - index - pending.length;
    if (hasUpload && input.required && next?.required === false && surplus > 0) index += surplus;
  }
  for (const name of rule?.further ?? []) if (index < values.length) assigned.set(name, values[index++]);
  const rest = meantValues(values.slice(index)).filter((value) => !hasUpload || !uploadButtons.has(value));
  return { values: assigned, inputs, unassigned: rest };
}

/** Keeps values with unknown names, because some classes read undeclared inputs. Leaves out previews, which are objects. */
function assignByName(
  values: Readonly<Record<string, unknown>>,
  { inputs }: NodeClass,
  node: EditorNode,
): WidgetValues {
  const known = new Set(inputs.map(({ name }) => name));
  // The number of rows is not submitted.
  const counts = new Set(inputs.flatMap(({ name, rows }) => (rows === undefined ? [] : [name])));
  const kept = withoutControls(Object.entries(values)).filter(
    ([name, value]) => !counts.has(name) && (known.has(name) || typeof value !== "object" || value === null),
  );
  const own = inputsWithWidgets(inputs, node).filter(({ name }) => !counts.has(name));
  return { values: new Map(kept), inputs: own, unassigned: [] };
}

/** The values of a class whose pack names them. */
function assignByRule(
  values: ReadonlyMap<string, unknown>,
  { inputs }: NodeClass,
  node: EditorNode,
): WidgetValues {
  const own = new Set([...inputsWithWidgets(inputs, node).map(({ name }) => name), ...values.keys()]);
  return { values, inputs: inputs.filter(({ name }) => own.has(name)), unassigned: [] };
}

/** The widget values of a node whose class is in the catalog. */
export function widgetValues(node: EditorNode, nodeClass: NodeClass): WidgetValues {
  const { values } = node;
  if (isCustomCombo(nodeClass.name)) {
    const inputs = inputsWithWidgets(nodeClass.inputs, node);
    return { values: customComboValues(node), inputs, unassigned: [] };
  }
  const rule = widgetRule(nodeClass.name);
  const present = (saved: WidgetValues["values"]) => rule?.present?.(saved, nodeClass) ?? saved;
  if (!Array.isArray(values)) {
    const named = assignByName(values as Readonly<Record<string, unknown>>, nodeClass, node);
    return { ...named, values: present(named.values) };
  }
  const byRule = rule === undefined ? undefined : valuesByRule(values as readonly unknown[], node, rule);
  if (byRule !== undefined) return assignByRule(present(byRule), nodeClass, node);
  if (node.namedValues === undefined) return assignByOrder(values as readonly unknown[], nodeClass, node);
  const named = assignNamed(node.namedValues, nodeClass, node);
  return { ...named, values: present(named.values) };
}

/**
 * The widget values of a node of an unknown class, by name. Newer files mark every widget among the inputs. Undefined if
 * the file does not name all values.
 */
export function widgetValuesWithoutClass(node: EditorNode): ReadonlyMap<string, unknown> | undefined {
  const { inputs, values, namedValues } = node;
  if (namedValues !== undefined || !Array.isArray(values))
    return new Map(withoutControls(Object.entries(namedValues ?? values)));
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
