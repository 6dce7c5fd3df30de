// Reads the file of the graph editor, whichever version wrote it. Values without the expected shape are ignored.

import { isRecord, asString, recordOrEmpty } from "@pictor/kernel/plugin";
import { idOrUndefined, listOrEmpty, type JsonFields } from "../base/json-fields.js";
import type { EditorGraph, EditorLink, NodeSheet, Subgraph } from "./editor-graph.js";
import { withBroadcasts } from "./broadcast-links.js";
import { readGroupNodes } from "./read-group-nodes.js";
import { readModelFiles } from "./read-model-files.js";
import { readNode } from "./read-node.js";

/** A link is a list of six values in most files, and an object in newer ones. */
function readLink(value: unknown): readonly (readonly [id: string, EditorLink])[] {
  const object = recordOrEmpty(value);
  const [linkId, fromId, output, toId, input] = Array.isArray(value)
    ? (value as readonly unknown[])
    : ["id", "origin_id", "origin_slot", "target_id", "target_slot"].map((name) => object[name]);
  const [id, from, to] = [idOrUndefined(linkId), idOrUndefined(fromId), idOrUndefined(toId)];
  if (id === undefined || from === undefined || to === undefined) return [];
  return [[id, { id, from, output: Number(output), to, input: Number(input) }]];
}

function readSheet({ nodes, links, extra }: JsonFields): NodeSheet {
  const sheet = {
    nodes: new Map(listOrEmpty(nodes).flatMap(readNode)),
    links: new Map((isRecord(links) ? Object.values(links) : listOrEmpty(links)).flatMap(readLink)),
  };
  const broadcasts = recordOrEmpty(extra)["ue_links"];
  return Array.isArray(broadcasts) ? withBroadcasts(sheet, broadcasts as readonly unknown[]) : sheet;
}

const readNames = (slots: unknown): readonly string[] =>
  listOrEmpty(slots).map((slot) => asString(recordOrEmpty(slot)["name"]) ?? "");

/**
 * Drops links at an input or an output of the subgraph that does not list them, because they remain from earlier edits
 * of the file.
 */
function withoutStaleLinks(
  { links }: NodeSheet,
  { inputs, outputs }: JsonFields,
  { inputNodeId, outputNodeId }: Pick<Subgraph, "inputNodeId" | "outputNodeId">,
): NodeSheet["links"] {
  const listedAt = (slots: unknown, slot: number): unknown =>
    recordOrEmpty(listOrEmpty(slots)[slot])["linkIds"];
  const isStaleAt = (slots: unknown, slot: number, id: string): boolean => {
    const listed = listedAt(slots, slot);
    return Array.isArray(listed) && !listed.some((each) => idOrUndefined(each) === id);
  };
  const isStale = ({ id, from, output, to, input }: EditorLink): boolean =>
    (from === inputNodeId && isStaleAt(inputs, output, id)) ||
    (to === outputNodeId && isStaleAt(outputs, input, id));
  return new Map([...links].filter(([, link]) => !isStale(link)));
}

function readSubgraph(value: unknown): readonly (readonly [id: string, Subgraph])[] {
  const definition = recordOrEmpty(value);
  const id = asString(definition["id"]);
  if (id === undefined) return [];
  const nodeIdOf = (name: string, usual: string): string =>
    idOrUndefined(recordOrEmpty(definition[name])["id"]) ?? usual;
  const boundary = { inputNodeId: nodeIdOf("inputNode", "-10"), outputNodeId: nodeIdOf("outputNode", "-20") };
  const sheet = readSheet(definition);
  const subgraph: Subgraph = {
    ...sheet,
    links: withoutStaleLinks(sheet, definition, boundary),
    id,
    name: asString(definition["name"]) ?? id,
    inputs: readNames(definition["inputs"]),
    inputLinks: listOrEmpty(definition["inputs"]).map((input) =>
      listOrEmpty(recordOrEmpty(input)["linkIds"]).flatMap((id) => idOrUndefined(id) ?? []),
    ),
    outputs: readNames(definition["outputs"]),
    ...boundary,
  };
  return [[id, subgraph]];
}

/** The editor writes a list of nodes, whereas a graph in API format is an object of nodes by id. */
export const isEditorGraph = (value: unknown): boolean => isRecord(value) && Array.isArray(value["nodes"]);

/** Definitions of subgraphs are at the top of the file; early versions also nest them in each other. */
function subgraphDefinitions(value: unknown): readonly unknown[] {
  const definitions = listOrEmpty(recordOrEmpty(recordOrEmpty(value)["definitions"])["subgraphs"]);
  return definitions.flatMap((definition) => [definition, ...subgraphDefinitions(definition)]);
}

export const readEditorGraph = (value: unknown): EditorGraph => ({
  ...readSheet(recordOrEmpty(value)),
  models: [value, ...subgraphDefinitions(value)].flatMap(readModelFiles),
  subgraphs: new Map(subgraphDefinitions(value).flatMap(readSubgraph)),
  groupNodes: readGroupNodes(recordOrEmpty(recordOrEmpty(value)["extra"])["groupNodes"]),
});
