// Finds the inputs that a path such as `NODE.INPUT` names. The node is named by its id, title or class.

import { didYouMean, type PictorError } from "@pictor/kernel/plugin";
import { bindingAmbiguous, bindingUnknown } from "../faults.js";
import type { NodeInput } from "@pictor/workflow-parts/graph-inputs";
import type { GraphLookup } from "./bound-graph.js";

/** The kinds of names that a node can have, in order of precedence. */
const labelKinds = ["id", "title", "class"] as const;
type LabelKind = (typeof labelKinds)[number];

/** A node or a subgraph node under one of its names. */
interface LabeledNode {
  readonly label: string;
  readonly kind: LabelKind;
  readonly id: string;
  /** The inputs that receive a value, by name. */
  readonly inputs: ReadonlyMap<string, readonly NodeInput[]>;
}

function labelsOf(
  id: string,
  title: string | undefined,
  nodeClass?: string,
): readonly Pick<LabeledNode, "label" | "kind">[] {
  const labels = { id, title, class: nodeClass };
  return labelKinds.flatMap((kind) => {
    const label = labels[kind];
    return label === undefined ? [] : [{ label, kind }];
  });
}

function labeledNodes({ graph, catalog }: GraphLookup): readonly LabeledNode[] {
  return Object.entries(graph).flatMap(([id, node]) => {
    const classInputs = (catalog.get(node.class_type)?.inputs ?? []).map(({ name }) => name);
    const names = new Set([...classInputs, ...Object.keys(node.inputs)]);
    const inputs = new Map([...names].map((input) => [input, [{ node: id, input }]]));
    return labelsOf(id, node._meta?.title, node.class_type).map((label) => ({ ...label, id, inputs }));
  });
}

function labeledSubgraphNodes({ subgraphWidgets, graph }: GraphLookup): readonly LabeledNode[] {
  const nodes = new Map<string, { readonly title: string; readonly inputs: Map<string, NodeInput[]> }>();
  for (const { node, title, input, target } of subgraphWidgets) {
    if (graph[target.node] === undefined) continue;
    const known = nodes.get(node) ?? { title, inputs: new Map<string, NodeInput[]>() };
    nodes.set(node, known);
    const targets = known.inputs.get(input) ?? [];
    const isDuplicate = targets.some((each) => each.node === target.node && each.input === target.input);
    known.inputs.set(input, isDuplicate ? targets : [...targets, target]);
  }
  return [...nodes].flatMap(([id, { title, inputs }]) =>
    labelsOf(id, title).map((label) => ({ ...label, id, inputs })),
  );
}

/** The part of the path after the label; undefined if the path does not start with it. */
const inputNameIn = (path: string, label: string): string | undefined =>
  path.startsWith(`${label}.`) ? path.slice(label.length + 1) : undefined;

/** `3.inputs.seed`, as the input is written in the file, means the same as `3.seed`. */
const targetsOf = ({ inputs }: LabeledNode, name: string): readonly NodeInput[] | undefined =>
  inputs.get(name) ?? (name.startsWith("inputs.") ? inputs.get(name.slice("inputs.".length)) : undefined);

const maxListed = 12;
const listed = (names: readonly string[]): string =>
  names.length > maxListed
    ? `${names.slice(0, maxListed).join(", ")}, ... (${names.length})`
    : names.join(", ");

const byPrecedence = (one: LabeledNode, other: LabeledNode): number =>
  other.label.length - one.label.length || labelKinds.indexOf(one.kind) - labelKinds.indexOf(other.kind);

/** The best name of each node for the user: its title, else its class, else its id. */
function displayNames(nodes: readonly LabeledNode[]): readonly string[] {
  const order: readonly LabelKind[] = ["id", "class", "title"];
  const sorted = [...nodes].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  return [...new Set(new Map(sorted.map(({ id, label }) => [id, label])).values())];
}

function unknownInput(path: string, nodes: readonly LabeledNode[]): PictorError {
  const [named] = nodes.filter(({ label }) => inputNameIn(path, label) !== undefined).sort(byPrecedence);
  const allPaths = nodes.flatMap(({ label, inputs }) =>
    [...inputs.keys()].map((input) => `${label}.${input}`),
  );
  const suggestion = didYouMean(path, new Set(allPaths));
  if (named !== undefined) {
    const inputs = listed([...named.inputs.keys()]);
    return bindingUnknown(path, `${suggestion} The inputs of "${named.label}" are: ${inputs}.`);
  }
  return bindingUnknown(path, suggestion || ` Its nodes are: ${listed(displayNames(nodes))}.`);
}

/** The labels that a path can start with: what stands before each of its dots. */
const labelsIn = (path: string): readonly string[] =>
  [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index));

/**
 * Creates the function that finds the inputs of a path. Several inputs are found only for a widget of a subgraph node that
 * sets several nodes inside. Names may contain dots; the longest node name that leaves an input wins. The function throws
 * CUSTOM_BINDING_UNKNOWN or CUSTOM_BINDING_AMBIGUOUS. The nodes are listed once for all paths.
 */
export function createFindInputs(lookup: GraphLookup): (path: string) => readonly NodeInput[] {
  const nodes = [...labeledSubgraphNodes(lookup), ...labeledNodes(lookup)];
  const byLabel = new Map<string, LabeledNode[]>();
  for (const node of nodes) {
    const others = byLabel.get(node.label);
    if (others === undefined) byLabel.set(node.label, [node]);
    else others.push(node);
  }
  return (path) => {
    const matches = labelsIn(path)
      .flatMap((label) => byLabel.get(label) ?? [])
      .flatMap((node) => {
        const targets = targetsOf(node, inputNameIn(path, node.label) ?? "");
        return targets === undefined ? [] : [{ node, targets }];
      })
      .sort((one, other) => byPrecedence(one.node, other.node));
    const [best] = matches;
    if (best === undefined) throw unknownInput(path, nodes);
    const others = matches.filter(
      ({ node: { label, kind, id } }) =>
        label === best.node.label && kind === best.node.kind && id !== best.node.id,
    );
    if (others.length === 0) return best.targets;
    const name = inputNameIn(path, best.node.label) ?? "";
    throw bindingAmbiguous(path, listed([best, ...others].map(({ node }) => `${node.id}.${name}`)));
  };
}
