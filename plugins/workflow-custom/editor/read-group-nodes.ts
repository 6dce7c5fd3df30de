// Reads the definitions of group nodes.

import { asString, isRecord, recordOrEmpty } from "@pictor/kernel/plugin";
import { idOrUndefined, listOrEmpty } from "../base/json-fields.js";
import type { EditorLink, GroupNode } from "./editor-graph.js";
import { readNode } from "./read-node.js";

/** A link is `[from, output, to, input, ...]` with the positions of the nodes. Links from outside have no position. */
function readLink(value: unknown, index: number): readonly EditorLink[] {
  const [fromId, output, toId, input] = listOrEmpty(value);
  const [from, to] = [idOrUndefined(fromId), idOrUndefined(toId)];
  if (from === undefined || to === undefined) return [];
  return [{ id: `inner${index}`, from, output: Number(output), to, input: Number(input) }];
}

/** The settings of the slots of all nodes, with the keys `node:slot`. */
const slotSettings = (config: unknown, kind: "input" | "output") =>
  Object.entries(recordOrEmpty(config)).flatMap(([node, settings]) =>
    Object.entries(recordOrEmpty(recordOrEmpty(settings)[kind])).map(
      ([slot, setting]) => [`${node}:${slot}`, recordOrEmpty(setting)] as const,
    ),
  );

const visibilityOf = (settings: ReturnType<typeof slotSettings>): ReadonlyMap<string, boolean> =>
  new Map(
    settings.flatMap(([slot, { visible }]) =>
      typeof visible === "boolean" ? [[slot, visible] as const] : [],
    ),
  );

function readGroupNode(value: unknown): GroupNode {
  const { nodes, links, external, config } = recordOrEmpty(value);
  const inputs = slotSettings(config, "input");
  return {
    nodes: listOrEmpty(nodes).flatMap((node, index) =>
      readNode({ ...recordOrEmpty(node), id: index }).map(([, read]) => read),
    ),
    links: listOrEmpty(links).flatMap(readLink),
    external: new Set(
      listOrEmpty(external).map((each) => listOrEmpty(each).slice(0, 2).map(String).join(":")),
    ),
    inputNames: new Map(
      inputs.flatMap(([slot, setting]) => {
        const name = asString(setting["name"]);
        return name === undefined ? [] : [[slot, name] as const];
      }),
    ),
    visibleInputs: visibilityOf(inputs),
    visibleOutputs: visibilityOf(slotSettings(config, "output")),
  };
}

export const readGroupNodes = (value: unknown): ReadonlyMap<string, GroupNode> =>
  new Map(isRecord(value) ? Object.entries(value).map(([name, group]) => [name, readGroupNode(group)]) : []);
