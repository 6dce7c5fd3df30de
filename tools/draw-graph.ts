// A node graph as a Mermaid diagram, which GitHub and most editors show as a picture. Pure.

import type { Graph, InputValue, Link } from "@pictor/kernel";

const isLink = (value: InputValue): value is Link =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string";

/** Ids of the diagram: plain letters, and never a word of its language. */
const idOf = (node: string): string => `n_${node.replace(/\W/g, (sign) => `_${sign.charCodeAt(0)}_`)}`;

const escaped = (text: string): string => text.replaceAll('"', "#quot;").replaceAll("<", "#lt;");

/** The node's id, and its class where that says more. No other HTML than the break is shown everywhere. */
const labelOf = (node: string, nodeClass: string): string =>
  node === nodeClass ? escaped(node) : `${escaped(node)}<br/>(${escaped(nodeClass)})`;

/** Every connection between two nodes is one arrow, with the names of the inputs that it fills. */
function arrows(graph: Graph): readonly string[] {
  const inputs = new Map<string, string[]>();
  for (const [node, { inputs: values }] of Object.entries(graph)) {
    for (const [name, value] of Object.entries(values)) {
      if (!isLink(value)) continue;
      const key = JSON.stringify([value[0], node]);
      inputs.set(key, [...(inputs.get(key) ?? []), name]);
    }
  }
  return [...inputs].map(([key, names]) => {
    const [from = "", to = ""] = JSON.parse(key) as readonly string[];
    return `${idOf(from)} -- "${escaped(names.join(", "))}" --> ${idOf(to)}`;
  });
}

/** `before` is the same graph without what the diagram is about: the nodes that it lacks are marked. */
export function drawGraph(graph: Graph, before?: Graph): string {
  const nodes = Object.entries(graph).map(
    ([node, { class_type: nodeClass }]) => `${idOf(node)}["${labelOf(node, nodeClass)}"]`,
  );
  const added = before === undefined ? [] : Object.keys(graph).filter((node) => !Object.hasOwn(before, node));
  const marks =
    added.length === 0
      ? []
      : [
          "classDef added stroke:#d97706,stroke-width:3px",
          `class ${added.map((node) => idOf(node)).join(",")} added`,
        ];
  const lines = [...nodes, ...arrows(graph), ...marks].map((line) => `  ${line}`);
  return ["```mermaid", "flowchart LR", ...lines, "```"].join("\n");
}
