// The layout of a graph in API format as a picture: nodes in columns by their depth, links from left to right. Pure functions.

import { isRecord, recordOrEmpty } from "../../api/guards.js";

export interface GraphLink {
  readonly from: string;
  readonly output: number;
  readonly input: string;
}

export interface GraphNode {
  readonly id: string;
  readonly classType: string;
  /** The title of the node if the graph has one, else its class. */
  readonly title: string;
  readonly links: readonly GraphLink[];
  /** The inputs that are no links, as texts. */
  readonly values: readonly { readonly name: string; readonly text: string }[];
}

export interface PlacedNode extends GraphNode {
  readonly column: number;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly width: number;
  readonly height: number;
}

export const nodeWidth = 220;
const headHeight = 30;
const rowHeight = 18;
const columnGap = 60;
const rowGap = 16;
const margin = 12;
const padding = 8;

type Json = Readonly<Record<string, unknown>>;

const valueText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value) || "";

/** Reads a link: the id of a node and the number of its output. */
const linkOf = (input: string, value: unknown, ids: ReadonlySet<string>): GraphLink | undefined => {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [from, output] = value as readonly unknown[];
  const isLink = typeof from === "string" && ids.has(from) && typeof output === "number";
  return isLink ? { from, output, input } : undefined;
};

/** Numbers that JavaScript would round, such as seeds, become texts. Digits inside a text stay unchanged. */
const withoutRounding = (json: string): string =>
  json.replaceAll(
    /"(?:[^"\\]|\\.)*"|(?<![\d.])(-?\d{16,})(?=\s*[,\]}])/g,
    (found: string, digits: string | undefined) => (digits === undefined ? found : `"${digits}"`),
  );

/** The nodes of each graph in the reply of the server. */
export function readGraphs(json: string): readonly (readonly GraphNode[])[] {
  const parsed: unknown = JSON.parse(withoutRounding(json));
  return (Array.isArray(parsed) ? parsed : [parsed]).map((graph: unknown) => nodesOf(recordOrEmpty(graph)));
}

function nodesOf(graph: Json): readonly GraphNode[] {
  const ids = new Set(Object.keys(graph));
  return Object.entries(graph).flatMap(([id, node]) => {
    if (!isRecord(node)) return [];
    const inputs = Object.entries(recordOrEmpty(node["inputs"]));
    const links = inputs.flatMap(([name, value]) => linkOf(name, value, ids) ?? []);
    const linked = new Set(links.map(({ input }) => input));
    const classType = valueText(node["class_type"]);
    const meta = recordOrEmpty(node["_meta"]);
    return [
      {
        id,
        classType,
        links,
        title: typeof meta["title"] === "string" ? meta["title"] : id,
        values: inputs
          .filter(([name]) => !linked.has(name))
          .map(([name, value]) => ({ name, text: valueText(value) })),
      },
    ];
  });
}

/**
 * The depth of a node: the length of the longest path from a node without links. In a cycle, which no valid graph has,
 * the path ends where it began.
 */
function depthsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    depths.set(id, 0);
    const links = byId.get(id)?.links ?? [];
    const depth = Math.max(-1, ...links.map(({ from }) => depthOf(from))) + 1;
    depths.set(id, depth);
    return depth;
  };
  for (const { id } of nodes) depthOf(id);
  return depths;
}

const heightOf = ({ links, values }: GraphNode): number =>
  headHeight + padding + Math.max(1, links.length + values.length) * rowHeight;

/** Within a column, a node is placed near the nodes that its inputs link to. */
export function layoutGraph(nodes: readonly GraphNode[]): Layout {
  const depths = depthsOf(nodes);
  const depthOf = (node: GraphNode): number => depths.get(node.id) ?? 0;
  const placed = new Map<string, PlacedNode>();
  const count = Math.max(0, ...nodes.map(depthOf)) + 1;
  for (let column = 0; column < count; column++) {
    const centre = ({ links }: GraphNode): number => {
      const tops = links.flatMap(({ from }) => placed.get(from)?.y ?? []);
      return tops.length === 0 ? 0 : tops.reduce((sum, y) => sum + y, 0) / tops.length;
    };
    let y = margin;
    const own = nodes.filter((node) => depthOf(node) === column);
    for (const node of [...own].sort((one, other) => centre(one) - centre(other))) {
      const height = heightOf(node);
      placed.set(node.id, { ...node, column, x: margin + column * (nodeWidth + columnGap), y, height });
      y += height + rowGap;
    }
  }
  const all = [...placed.values()];
  return {
    nodes: all,
    width: Math.max(0, ...all.map(({ x }) => x + nodeWidth)) + margin,
    height: Math.max(0, ...all.map(({ y, height }) => y + height)) + margin,
  };
}

/** The vertical middle of a row: those of the links, at which these end, then those of the values. */
export const inputY = ({ y }: PlacedNode, index: number): number =>
  y + headHeight + (index + 0.5) * rowHeight;

export function curveOf(from: PlacedNode, to: PlacedNode, index: number): string {
  const [startX, startY] = [from.x + nodeWidth, from.y + headHeight / 2];
  const [endX, endY] = [to.x, inputY(to, index)];
  const bend = Math.max(24, (endX - startX) / 2);
  return `M${startX} ${startY}C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}`;
}
