// Writes files as the graph editor does: a few words for each node, links by name.

export interface NodeWords {
  readonly id: number | string;
  readonly type: string;
  /** Name to `[source node, output]`, or to nothing. */
  readonly inputs?: Readonly<Record<string, readonly [from: number | string, output: number] | null>>;
  /** Types of the inputs; any where not said. */
  readonly types?: Readonly<Record<string, string>>;
  /** Inputs that a field is behind. */
  readonly fields?: readonly string[];
  readonly outputs?: readonly string[];
  readonly values?: unknown;
  readonly mode?: number;
  readonly title?: string;
  readonly properties?: object;
}

interface Socket {
  readonly name: string;
  readonly type: string;
  readonly link: number | null;
}

/** Nodes and links of one sheet; `objects` writes the links as newer versions do. */
export function sheet(words: readonly NodeWords[], objects = false) {
  const rows: (readonly [number, number | string, number, number | string, number, string])[] = [];
  const nodes = words.map(
    ({
      id,
      type,
      inputs = {},
      types = {},
      fields = [],
      outputs = [],
      values,
      mode = 0,
      title,
      properties,
    }) => ({
      id,
      type,
      mode,
      ...(title !== undefined && { title }),
      ...(properties !== undefined && { properties }),
      inputs: Object.entries(inputs).map(([name, source], index): Socket => {
        const socket = { name, type: types[name] ?? "*", ...(fields.includes(name) && { widget: { name } }) };
        if (source === null) return { ...socket, link: null };
        const link = rows.length + 1;
        rows.push([link, source[0], source[1], id, index, socket.type]);
        return { ...socket, link };
      }),
      outputs: outputs.map((each) => ({ name: each, type: each })),
      widgets_values: values,
    }),
  );
  const links = objects
    ? rows.map(([id, origin_id, origin_slot, target_id, target_slot]) => ({
        id,
        origin_id,
        origin_slot,
        target_id,
        target_slot,
      }))
    : rows;
  return { nodes, links };
}

export interface SubgraphWords {
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly string[];
  /** Name to `[node inside, output]`. */
  readonly outputs: Readonly<Record<string, readonly [number, number]>>;
  readonly nodes: readonly NodeWords[];
}

/** A definition; inside of it, node -10 gives the sub-graph's own inputs. */
export function subgraph({ id, name, inputs, outputs, nodes }: SubgraphWords) {
  const inside = sheet(nodes, true);
  const last = Object.values(outputs).map(([node, output], index) => ({
    id: 1000 + index,
    origin_id: node,
    origin_slot: output,
    target_id: -20,
    target_slot: index,
  }));
  const linksOf = (index: number) =>
    (inside.links as readonly { id: number; origin_id: number; origin_slot: number }[])
      .filter((link) => link.origin_id === -10 && link.origin_slot === index)
      .map((link) => link.id);
  return {
    id,
    name,
    inputNode: { id: -10 },
    outputNode: { id: -20 },
    inputs: inputs.map((each, index) => ({ name: each, linkIds: linksOf(index) })),
    outputs: Object.keys(outputs).map((each, index) => ({ name: each, linkIds: [1000 + index] })),
    nodes: inside.nodes,
    links: [...(inside.links as readonly object[]), ...last],
  };
}

/** A sub-graph's id has this form. */
export const uuid = (digit: number): string => `0000000${digit}-0000-4000-8000-000000000000`;
