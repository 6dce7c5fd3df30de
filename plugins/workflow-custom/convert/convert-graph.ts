// Converts a file of the graph editor to a graph in API format.

import { nodeClassesIn, type Catalog, type Graph, type GraphNode } from "@pictor/kernel/plugin";
import type { EditorGraph } from "../editor/editor-graph.js";
import type {
  Conversion,
  LeftOut,
  MissingClass,
  PresentClass,
  Refusal,
  SubgraphWidget,
} from "./conversion.js";
import { convertNode } from "./convert-node.js";
import { expandSubgraphs, type ScopedNode } from "./expand-subgraphs.js";
import { coreExtensionId, missingClass, presentClass } from "./node-extensions.js";
import { withFileNames } from "./file-names.js";
import { pruneGraph } from "./prune-graph.js";
import { subgraphWidgetsOf } from "./subgraph-widgets.js";
import { linkedInputs } from "./linked-inputs.js";
import { createTracer, type InputSource } from "./trace-links.js";
import { connectsWithoutLinks } from "../packs/rules.js";
import { virtualNodeKind } from "./virtual-nodes.js";

function installAdvice({ extension, range, commit }: MissingClass): string {
  const wanted = commit === undefined ? range : `commit ${commit.slice(0, 7)}`;
  const version = wanted === "*" ? "" : ` (${wanted})`;
  if (extension === coreExtensionId) return `The class belongs to ComfyUI itself: update ComfyUI${version}.`;
  const what = extension === undefined ? "the extension that provides the class" : `${extension}${version}`;
  return `Install ${what}, or export the graph in API format.`;
}

const correctAdvice = "Correct the graph in the graph editor, or export it in API format.";

/** Why a node of this type can never be converted; undefined if it can. */
function unsupportedNode({ id, node, scope }: ScopedNode): Refusal | undefined {
  if (!connectsWithoutLinks(node) || scope.sheet.listsBroadcasts === true) return undefined;
  const problem = `"${node.type}" connects nodes without links, which only the graph editor can do`;
  return { node: id, problem, advice: "Draw the links, or export the graph in API format." };
}

const usedIn = (graph: Graph, missing: ReadonlyMap<string, MissingClass>): readonly MissingClass[] => {
  const used = new Set(nodeClassesIn(graph));
  return [...missing.values()].filter(({ nodeClass }) => used.has(nodeClass));
};

/** `[node, input]` of the texts whose choices the editor resolves. */
const dynamicPromptsOf = (nodes: readonly ScopedNode[], catalog: Catalog) =>
  nodes.flatMap(({ id, node }) =>
    (catalog.get(node.type)?.inputs ?? []).flatMap(({ name, widget }) =>
      widget?.dynamicPrompts === true ? [[id, name] as const] : [],
    ),
  );

/**
 * Subgraphs are expanded (the ids of their nodes are `outer:inner`), muted nodes are removed, bypassed and virtual nodes
 * are replaced by what they pass on, and widget values become named inputs. The catalog must be that of the server which
 * will run the graph, because only its classes determine which value belongs to which input. `now` is the date in file names.
 */
export function convertEditorGraph(
  graph: EditorGraph,
  catalog: Catalog,
  maxNodes: number,
  now: Date,
): Conversion {
  const expanded = expandSubgraphs(graph, catalog, maxNodes);
  const refusals: Refusal[] = [...expanded.refusals];
  const notes: string[] = [];
  const missing = new Map<string, MissingClass>();
  const present = new Map<string, PresentClass>();
  const nodes = new Map<string, GraphNode>();
  const subgraphWidgets: SubgraphWidget[] = [];
  const leftOut = new Map<string, LeftOut>();
  const trace = createTracer(expanded, catalog);
  const isOnServer = ({ node }: ScopedNode): boolean => virtualNodeKind(node, catalog) === undefined;
  const serverNodes = expanded.activeNodes.filter(isOnServer);
  refusals.push(...expanded.activeNodes.flatMap((node) => unsupportedNode(node) ?? []));

  for (const scopedNode of serverNodes) {
    const { id, node, scope } = scopedNode;
    const nodeClass = catalog.get(node.type);
    const sources = new Map<string, InputSource>();
    for (const input of linkedInputs(node, nodeClass)) sources.set(input.name, trace(scope, input));
    const converted = convertNode(scopedNode, nodeClass, sources);
    nodes.set(id, converted.node);
    const lacking = nodeClass === undefined ? missingClass(node) : undefined;
    if (lacking !== undefined) missing.set(node.type, lacking);
    const provided = nodeClass === undefined ? undefined : presentClass(node, nodeClass);
    if (provided !== undefined) present.set(node.type, provided);
    const { problem } = converted;
    if (problem === undefined) {
      notes.push(...converted.notes);
      if (converted.leftOut !== undefined) leftOut.set(id, converted.leftOut);
      subgraphWidgets.push(...subgraphWidgetsOf(scopedNode, nodeClass, sources));
    } else if (converted.lacksClass === true && lacking !== undefined) {
      refusals.push({ node: id, problem, advice: installAdvice(lacking), missing: lacking });
    } else {
      refusals.push({ node: id, problem, advice: correctAdvice });
    }
  }
  const scopes = [{ sheet: graph, prefix: "" }, ...expanded.subgraphScopes.values()];
  const convertedGraph = withFileNames(Object.fromEntries(nodes), scopes, catalog, now);
  const needed = pruneGraph(convertedGraph, catalog);
  // Nodes that no output needs are removed later, so their problems do not matter.
  const relevant = refusals.filter(
    ({ node }) => node === undefined || !nodes.has(node) || needed[node] !== undefined,
  );
  if (relevant.length > 0) return { ok: false, refusals: relevant, missing: usedIn(needed, missing) };
  return {
    ok: true,
    graph: convertedGraph,
    notes,
    leftOut,
    missing: [...missing.values()],
    present: [...present.values()],
    dynamicPrompts: dynamicPromptsOf(serverNodes, catalog),
    subgraphWidgets,
  };
}
