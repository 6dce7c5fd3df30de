// The widgets, inputs and outputs of a group node, which the editor derives from the classes of the nodes inside.

import type { Catalog, InputSpec } from "@pictor/kernel/plugin";
import type { EditorNode, GroupNode } from "../editor/editor-graph.js";

/** An input of a node inside a group node. */
export interface InnerInput {
  readonly node: string;
  readonly input: string;
}
export interface GroupNodeSlots {
  /** The widgets, in the order of the saved values and with the names that the group node shows. */
  readonly widgets: readonly { readonly spec: InputSpec; readonly target: InnerInput }[];
  readonly inputs: readonly { readonly name: string; readonly target: InnerInput }[];
  readonly outputs: readonly { readonly node: string; readonly output: number }[];
}

interface InnerClass {
  readonly inputs: readonly InputSpec[];
  /** The name of the input on the group node, if it differs from the name on the node inside. */
  readonly shownAs?: string;
  readonly outputCount: number;
}

const controlledTypes = new Set(["INT", "FLOAT", "COMBO"]);

/** A PrimitiveNode has the widget of the first input that it is linked to. Without a link it has none. */
function primitiveClass(node: EditorNode, group: GroupNode, catalog: Catalog): InnerClass | undefined {
  const link = group.links.find(({ from }) => from === node.id);
  const target = group.nodes.find(({ id }) => id === link?.to);
  const name = target?.inputs[link?.input ?? -1]?.name;
  const spec = catalog.get(target?.type ?? "")?.inputs.find((input) => input.name === name);
  if (spec === undefined) return undefined;
  const widget = controlledTypes.has(spec.type) ? { controlAfterGenerate: true } : {};
  return { inputs: [{ ...spec, name: "value", widget }], outputCount: 1 };
}

/**
 * The input of a Reroute has no name, and the group node identifies it by its type. A Reroute with links on both sides
 * inside the group shows neither an input nor an output.
 */
function rerouteClass({ id, inputs }: EditorNode, { links, nodes, external }: GroupNode) {
  const next = links.find(({ from }) => from === id);
  const isLinked = links.some(({ to }) => to === id);
  if (isLinked && next !== undefined && !external.has(`${id}:0`)) return undefined;
  const type = nodes.find((node) => node.id === next?.to)?.inputs[next?.input ?? -1]?.type ?? "*";
  return { inputs: [{ name: inputs[0]?.name ?? "", required: true, type }], shownAs: type, outputCount: 1 };
}

function innerClass(node: EditorNode, group: GroupNode, catalog: Catalog): InnerClass | undefined {
  const known = catalog.get(node.type);
  if (known !== undefined) return { inputs: known.inputs, outputCount: known.outputs.length };
  if (node.type === "PrimitiveNode") return primitiveClass(node, group, catalog);
  return node.type === "Reroute" ? rerouteClass(node, group) : undefined;
}

/** Creates the function that names the inputs: a name that was used before is prefixed with the title of its node. */
function createNaming(group: GroupNode) {
  const seen = new Map<string, number>();
  return (node: EditorNode, input: string): string => {
    const label = node.inputs.find(({ name }) => name === input)?.label;
    let name = group.inputNames.get(`${node.id}:${input}`) ?? label ?? input;
    let key = name;
    if ((node.type === "PrimitiveNode" && node.title !== undefined) || seen.has(name)) {
      const prefix = node.title ?? node.type;
      key = name = `${prefix} ${input}`;
      if (seen.has(key)) name = `${prefix} ${seen.get(key)} ${input}`;
    }
    seen.set(key, (seen.get(key) ?? 1) + 1);
    return name;
  };
}

/**
 * Whether the file has no values for the widgets that it does not mark among the inputs. Newer editors mark every
 * widget, so that the class got these ones later; older editors mark only what was converted to an input, and save the
 * values of all.
 */
function hasMarkedValuesOnly({ values }: EditorNode, marked: readonly InputSpec[]): boolean {
  const controls = marked.filter(({ widget }) => widget?.controlAfterGenerate === true);
  return marked.length > 0 && Array.isArray(values) && values.length <= marked.length + controls.length;
}

export function groupNodeSlots(group: GroupNode, catalog: Catalog): GroupNodeSlots {
  const widgets: GroupNodeSlots["widgets"][number][] = [];
  const inputs: GroupNodeSlots["inputs"][number][] = [];
  const outputs: GroupNodeSlots["outputs"][number][] = [];
  const nameOf = createNaming(group);
  /** Widgets that were converted to inputs come after the slots of all nodes. */
  const converted: (() => void)[] = [];

  for (const node of group.nodes) {
    const found = innerClass(node, group, catalog);
    if (found === undefined) continue;
    const linked = new Set(
      group.links.filter(({ to }) => to === node.id).map(({ input }) => node.inputs[input]?.name),
    );
    const isConverted = ({ name }: InputSpec): boolean =>
      node.inputs.some((input) => input.name === name && input.widget === name);
    const addWidget = (spec: InputSpec): string => {
      const name = nameOf(node, spec.name);
      widgets.push({ spec: { ...spec, name, required: true }, target: { node: node.id, input: spec.name } });
      return name;
    };
    const addInput = (input: string, name: string): void => {
      inputs.push({ name, target: { node: node.id, input } });
    };
    const withWidget = found.inputs.filter(({ widget }) => widget !== undefined);
    if (!hasMarkedValuesOnly(node, withWidget.filter(isConverted)))
      for (const spec of withWidget) if (!isConverted(spec)) addWidget(spec);
    for (const { name: input } of found.inputs.filter(({ widget }) => widget === undefined)) {
      if (linked.has(input)) continue;
      const shown = found.shownAs ?? input;
      const name = nameOf(node, shown);
      if (group.visibleInputs.get(`${node.id}:${shown}`) !== false) addInput(input, name);
    }
    for (const spec of withWidget)
      if (isConverted(spec) && !linked.has(spec.name))
        converted.push(() => addInput(spec.name, addWidget(spec)));
    for (let output = 0; output < found.outputCount; output++) {
      const slot = `${node.id}:${output}`;
      const isUsed = group.links.some((link) => link.from === node.id && link.output === output);
      const isVisible = group.visibleOutputs.get(slot) ?? (!isUsed || group.external.has(slot));
      if (isVisible) outputs.push({ node: node.id, output });
    }
  }
  for (const add of converted) add();
  return { widgets, inputs, outputs };
}
