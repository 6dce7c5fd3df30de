// Draws a node graph as a Mermaid diagram, which GitHub and most editors render. Pure.

import type { Graph } from "@pictor/host";
import { linksOf } from "@pictor/kernel";

/** The id of a node in the diagram: only word characters, with a prefix, so that it is never a Mermaid keyword. */
const diagramId = (node: string): string =>
  `n_${node.replace(/\W/g, (character) => `_${character.charCodeAt(0)}_`)}`;

const escape = (text: string): string => text.replaceAll('"', "#quot;").replaceAll("<", "#lt;");

/** The node's id, and its class when it differs. `<br/>` is the only HTML that every renderer supports. */
const nodeLabel = (node: string, nodeClass: string): string =>
  node === nodeClass ? escape(node) : `${escape(node)}<br/>(${escape(nodeClass)})`;

/** One arrow for each pair of linked nodes, labeled with the inputs that it fills. */
function drawArrows(graph: Graph): readonly string[] {
  const inputs = new Map<string, string[]>();
  for (const [id, node] of Object.entries(graph)) {
    for (const [name, [from]] of linksOf(node)) {
      const key = JSON.stringify([from, id]);
      inputs.set(key, [...(inputs.get(key) ?? []), name]);
    }
  }
  return [...inputs].map(([key, names]) => {
    const [from = "", to = ""] = JSON.parse(key) as readonly string[];
    return `${diagramId(from)} -- "${escape(names.join(", "))}" --> ${diagramId(to)}`;
  });
}

/** Draws a graph. Highlights the nodes that are not in `before`, the graph without the features. */
export function drawGraph(graph: Graph, before?: Graph): string {
  const nodes = Object.entries(graph).map(
    ([node, { class_type: nodeClass }]) => `${diagramId(node)}["${nodeLabel(node, nodeClass)}"]`,
  );
  const added = before === undefined ? [] : Object.keys(graph).filter((node) => !Object.hasOwn(before, node));
  const highlights =
    added.length === 0
      ? []
      : [
          "classDef added stroke:#d97706,stroke-width:3px",
          `class ${added.map((node) => diagramId(node)).join(",")} added`,
        ];
  const lines = [...nodes, ...drawArrows(graph), ...highlights].map((line) => `  ${line}`);
  return ["```mermaid", "flowchart LR", ...lines, "```"].join("\n");
}
