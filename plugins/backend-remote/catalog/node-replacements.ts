// Classes that the server replaces by others: GET /node_replacements, the classes as a graph of an older version writes them,
// and the graph that uses the newer ones.

import { asFiniteNumber, asString, recordOrEmpty } from "@pictor/kernel/plugin";
import type {
  CallOptions,
  Catalog,
  Graph,
  GraphNode,
  InputValue,
  Json,
  NodeClass,
} from "@pictor/kernel/plugin";
import { itemsOf, textsOf } from "../base/json-fields.js";
import { unlessMissing } from "../server/exchange-faults.js";
import { requestJson, type RemoteServer } from "../server/requests.js";

/** An input of the newer class: the value of an older input, or a fixed value. */
type InputMapping =
  { readonly newName: string; readonly oldName: string } | { readonly newName: string; readonly value: Json };

export interface NodeReplacement {
  readonly newClass: string;
  /** Inputs of the older class with a widget, in the order of the graph editor. */
  readonly oldWidgets: readonly string[];
  /** Undefined if all inputs keep their names. */
  readonly inputs?: readonly InputMapping[];
  /** The newer index of each older output; undefined if all outputs keep their index. */
  readonly outputs?: ReadonlyMap<number, number>;
}
export type NodeReplacements = ReadonlyMap<string, NodeReplacement>;

function inputMapping(entry: unknown): readonly InputMapping[] {
  const { new_id, old_id, set_value } = recordOrEmpty(entry);
  const newName = asString(new_id);
  const oldName = asString(old_id);
  if (newName === undefined) return [];
  if (set_value !== undefined) return [{ newName, value: set_value as Json }];
  return oldName === undefined ? [] : [{ newName, oldName }];
}

/** The reply, which maps each older class to its replacements, of which the server uses the first one. */
const parseReplacements = (reply: unknown): NodeReplacements =>
  new Map(
    Object.entries(recordOrEmpty(reply)).flatMap(([oldClass, entries]) => {
      const { new_node_id, old_widget_ids, input_mapping, output_mapping } = recordOrEmpty(
        itemsOf(entries)[0],
      );
      const newClass = asString(new_node_id);
      if (newClass === undefined) return [];
      const outputs = itemsOf(output_mapping).flatMap((entry) => {
        const { old_idx, new_idx } = recordOrEmpty(entry);
        const [from, to] = [asFiniteNumber(old_idx), asFiniteNumber(new_idx)];
        return from === undefined || to === undefined ? [] : [[from, to] as const];
      });
      const replacement: NodeReplacement = {
        newClass,
        oldWidgets: textsOf(old_widget_ids),
        ...(Array.isArray(input_mapping) ? { inputs: input_mapping.flatMap(inputMapping) } : {}),
        ...(Array.isArray(output_mapping) ? { outputs: new Map(outputs) } : {}),
      };
      return [[oldClass, replacement] as const];
    }),
  );

/** Empty if the server has no such list. */
export async function readReplacements(
  server: RemoteServer,
  options: CallOptions,
): Promise<NodeReplacements> {
  const asking = requestJson(server, { url: server.routes.route("/node_replacements") }, options);
  return parseReplacements(await unlessMissing(asking, {}));
}

/** The older class, described by the newer one that replaces it. */
export function replacedClass(
  oldClass: string,
  { inputs: mappings, outputs, oldWidgets }: NodeReplacement,
  newer: NodeClass,
): NodeClass {
  const inputs =
    mappings === undefined
      ? newer.inputs
      : mappings.flatMap((mapping) => {
          const spec = newer.inputs.find(({ name }) => name === mapping.newName);
          return spec === undefined || !("oldName" in mapping) ? [] : [{ ...spec, name: mapping.oldName }];
        });
  const place = (name: string): number =>
    oldWidgets.includes(name) ? oldWidgets.indexOf(name) : oldWidgets.length;
  const highest = outputs === undefined ? -1 : Math.max(-1, ...outputs.keys());
  return {
    ...newer,
    name: oldClass,
    inputs: [...inputs].sort((one, other) => place(one.name) - place(other.name)),
    outputs:
      outputs === undefined
        ? newer.outputs
        : Array.from({ length: highest + 1 }, (_, index) => newer.outputs[outputs.get(index) ?? -1] ?? "*"),
    replacedBy: newer.name,
  };
}

function replacedInputs(inputs: GraphNode["inputs"], mappings: NodeReplacement["inputs"]) {
  if (mappings === undefined) return inputs;
  const entries = mappings.flatMap((mapping): readonly (readonly [string, InputValue])[] => {
    if ("value" in mapping) return [[mapping.newName, mapping.value as InputValue]];
    const value = inputs[mapping.oldName];
    return value === undefined ? [] : [[mapping.newName, value]];
  });
  return Object.fromEntries(entries);
}

/** The graph with the newer classes in place of those that the catalog has as replaced ones. */
export function replaceNodes(graph: Graph, catalog: Catalog, replacements: NodeReplacements): Graph {
  const replaced = new Map(
    Object.entries(graph).flatMap(([id, { class_type: name }]) => {
      const replacement = replacements.get(name);
      return replacement !== undefined && catalog.get(name)?.replacedBy !== undefined
        ? [[id, replacement] as const]
        : [];
    }),
  );
  if (replaced.size === 0) return graph;
  const relinked = (value: InputValue): InputValue => {
    if (!Array.isArray(value) || value.length !== 2) return value;
    const output = replaced.get(String(value[0]))?.outputs?.get(Number(value[1]));
    return output === undefined ? value : [String(value[0]), output];
  };
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]) => {
      const replacement = replaced.get(id);
      const inputs = replacedInputs(node.inputs, replacement?.inputs);
      const linked = Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [name, relinked(value)]),
      );
      return [id, { ...node, class_type: replacement?.newClass ?? node.class_type, inputs: linked }];
    }),
  );
}
