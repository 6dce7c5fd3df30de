// Creates files of the graph editor from short descriptions of nodes.

export interface NodeDescription {
  readonly id: number | string;
  readonly type: string;
  /** By name, the source of the link as `[node, output]`; null for an input without a link. */
  readonly inputs?: Readonly<Record<string, readonly [from: number | string, output: number] | null>>;
  /** Types of the inputs; any type by default. */
  readonly types?: Readonly<Record<string, string>>;
  /** Inputs that have a widget. */
  readonly widgets?: readonly string[];
  readonly outputs?: readonly string[];
  readonly values?: unknown;
  readonly named?: unknown;
  readonly mode?: number;
  readonly title?: string;
  readonly properties?: object;
}

interface Slot {
  readonly name: string;
  readonly type: string;
  readonly link: number | null;
}

/** The nodes and links of one sheet. With `hasObjectLinks`, links are objects, as newer versions write them. */
export function createSheet(descriptions: readonly NodeDescription[], hasObjectLinks = false) {
  const rows: (readonly [number, number | string, number, number | string, number, string])[] = [];
  const nodes = descriptions.map((description) => {
    const { id, type, inputs = {}, types = {}, widgets = [], outputs = [] } = description;
    const { values, named, mode = 0, title, properties } = description;
    return {
      id,
      type,
      mode,
      ...(title !== undefined && { title }),
      ...(properties !== undefined && { properties }),
      inputs: Object.entries(inputs).map(([name, source], index): Slot => {
        const hasWidget = widgets.includes(name);
        const slot = { name, type: types[name] ?? "*", ...(hasWidget && { widget: { name } }) };
        if (source === null) return { ...slot, link: null };
        const link = rows.length + 1;
        rows.push([link, source[0], source[1], id, index, slot.type]);
        return { ...slot, link };
      }),
      outputs: outputs.map((each) => ({ name: each, type: each })),
      widgets_values: values,
      ...(named !== undefined && { widgets_values_named: named }),
    };
  });
  const links = hasObjectLinks
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

export interface SubgraphDescription {
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly string[];
  /** By name, the source inside the subgraph as `[node, output]`. */
  readonly outputs: Readonly<Record<string, readonly [number, number]>>;
  readonly nodes: readonly NodeDescription[];
}

/** The definition of a subgraph. Inside it, links from the inputs of the subgraph come from node -10. */
export function createSubgraph({ id, name, inputs, outputs, nodes }: SubgraphDescription) {
  const inside = createSheet(nodes, true);
  const outputLinks = Object.values(outputs).map(([node, output], index) => ({
    id: 1000 + index,
    origin_id: node,
    origin_slot: output,
    target_id: -20,
    target_slot: index,
  }));
  const linkIdsOf = (index: number) =>
    (inside.links as readonly { id: number; origin_id: number; origin_slot: number }[])
      .filter((link) => link.origin_id === -10 && link.origin_slot === index)
      .map((link) => link.id);
  return {
    id,
    name,
    inputNode: { id: -10 },
    outputNode: { id: -20 },
    inputs: inputs.map((each, index) => ({ name: each, linkIds: linkIdsOf(index) })),
    outputs: Object.keys(outputs).map((each, index) => ({ name: each, linkIds: [1000 + index] })),
    nodes: inside.nodes,
    links: [...(inside.links as readonly object[]), ...outputLinks],
  };
}

/** The id of a subgraph is a UUID. */
export const uuid = (digit: number): string => `0000000${digit}-0000-4000-8000-000000000000`;
