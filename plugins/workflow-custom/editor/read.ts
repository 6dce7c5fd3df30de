// Reads the graph editor's file, whichever of its versions wrote it. Pure; what has no shape at all is left out.

import { fieldsOf, idOf, isFields, itemsOf, textOf } from "../fields.js";
import type { EditorGraph, EditorInput, EditorLink, EditorNode, Mode, Sheet, Subgraph } from "./types.js";

/** The editor numbers its modes. */
const modes: ReadonlyMap<unknown, Mode> = new Map([
  [2, "muted"],
  [4, "bypassed"],
]);

/** Lists are choices; the editor writes any type as `*`, nothing, 0 or -1. */
const typeOf = (type: unknown): string => (Array.isArray(type) ? "COMBO" : textOf(type) || "*");

function inputOf(value: unknown): EditorInput {
  const { name, type, link, widget } = fieldsOf(value);
  const id = idOf(link);
  const field = textOf(fieldsOf(widget)["name"]);
  return {
    name: textOf(name) ?? "",
    type: typeOf(type),
    ...(id !== undefined && { link: id }),
    ...(field !== undefined && { field }),
  };
}

function nodeOf(value: unknown): readonly (readonly [string, EditorNode])[] {
  const {
    id: given,
    type,
    mode,
    title,
    inputs,
    outputs,
    widgets_values: values,
    properties,
  } = fieldsOf(value);
  const [id, name, written] = [idOf(given), textOf(type), textOf(title)];
  if (id === undefined || name === undefined) return [];
  const node = {
    id,
    type: name,
    mode: modes.get(mode) ?? "always",
    ...(written !== undefined && { title: written }),
    inputs: itemsOf(inputs).map(inputOf),
    outputs: itemsOf(outputs).map((output) => typeOf(fieldsOf(output)["type"])),
    values: isFields(values) ? values : itemsOf(values),
    properties: fieldsOf(properties),
  };
  return [[id, node]];
}

/** A row of six in most files, an object in newer ones. */
function linkOf(value: unknown): readonly (readonly [string, EditorLink])[] {
  const row = fieldsOf(value);
  const [first, from, output, to, input] = Array.isArray(value)
    ? (value as readonly unknown[])
    : [row["id"], row["origin_id"], row["origin_slot"], row["target_id"], row["target_slot"]];
  const [id, source, target] = [idOf(first), idOf(from), idOf(to)];
  if (id === undefined || source === undefined || target === undefined) return [];
  return [[id, { id, from: source, output: Number(output), to: target, input: Number(input) }]];
}

const sheetOf = ({ nodes, links }: Readonly<Record<string, unknown>>): Sheet => ({
  nodes: new Map(itemsOf(nodes).flatMap(nodeOf)),
  links: new Map((isFields(links) ? Object.values(links) : itemsOf(links)).flatMap(linkOf)),
});

const namesOf = (sockets: unknown): readonly string[] =>
  itemsOf(sockets).map((socket) => textOf(fieldsOf(socket)["name"]) ?? "");

/** Connections that the sub-graph's own inputs do not list are left over from earlier states of the file. */
function listedLinks({ links }: Sheet, inputs: unknown, inputSide: string): Sheet["links"] {
  const lists = itemsOf(inputs).map((input) => fieldsOf(input)["linkIds"]);
  const isLeftOver = ({ id, from, output }: EditorLink): boolean => {
    const listed = from === inputSide ? lists[output] : undefined;
    return Array.isArray(listed) && !listed.some((each) => idOf(each) === id);
  };
  return new Map([...links].filter(([, link]) => !isLeftOver(link)));
}

function subgraphOf(value: unknown): readonly (readonly [string, Subgraph])[] {
  const definition = fieldsOf(value);
  const id = textOf(definition["id"]);
  if (id === undefined) return [];
  const side = (name: string, usual: string) => idOf(fieldsOf(definition[name])["id"]) ?? usual;
  const inputSide = side("inputNode", "-10");
  const sheet = sheetOf(definition);
  const subgraph = {
    nodes: sheet.nodes,
    links: listedLinks(sheet, definition["inputs"], inputSide),
    id,
    name: textOf(definition["name"]) ?? id,
    inputs: namesOf(definition["inputs"]),
    outputs: namesOf(definition["outputs"]),
    inputSide,
    outputSide: side("outputNode", "-20"),
  };
  return [[id, subgraph]];
}

/** A list of nodes tells it from a graph in API format, whose nodes stand under their ids. */
export const isEditorGraph = (value: unknown): boolean => isFields(value) && Array.isArray(value["nodes"]);

/** Definitions stand at the top of the file; early versions have them inside of each other as well. */
function definitionsOf(value: unknown): readonly unknown[] {
  const own = itemsOf(fieldsOf(fieldsOf(value)["definitions"])["subgraphs"]);
  return own.flatMap((definition) => [definition, ...definitionsOf(definition)]);
}

export const readEditorGraph = (value: unknown): EditorGraph => ({
  ...sheetOf(fieldsOf(value)),
  subgraphs: new Map(definitionsOf(value).flatMap(subgraphOf)),
});
