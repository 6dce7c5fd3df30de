// Reads a node of a file of the graph editor.

import { isRecord, asString, recordOrEmpty } from "@pictor/kernel/plugin";
import { idOrUndefined, listOrEmpty } from "../base/json-fields.js";
import type { EditorInput, EditorNode, NodeMode } from "./editor-graph.js";

/** The editor writes modes as numbers. Other numbers mean `always`. */
const modes: ReadonlyMap<unknown, NodeMode> = new Map([
  [2, "muted"],
  [4, "bypassed"],
]);

/** A list of choices has the type COMBO. The editor writes any type as `*`, an empty text, 0 or -1. */
const typeOf = (type: unknown): string => (Array.isArray(type) ? "COMBO" : asString(type) || "*");

function readInput(value: unknown): EditorInput {
  const { name, type, link, widget, label } = recordOrEmpty(value);
  const id = idOrUndefined(link);
  const widgetName = asString(recordOrEmpty(widget)["name"]);
  const labelText = asString(label);
  return {
    name: asString(name) ?? "",
    type: typeOf(type),
    ...(id !== undefined && { link: id }),
    ...(widgetName !== undefined && { widget: widgetName }),
    ...(labelText !== undefined && { label: labelText }),
  };
}

/**
 * The names are those of the list, in its order. The editor reads the list, which other programs may have changed
 * alone; a list of another length has gaps. JSON does not keep the order of names that are numbers.
 */
function readNamedValues(named: unknown, values: unknown): EditorNode["namedValues"] {
  if (!isRecord(named)) return undefined;
  const names = Object.keys(named);
  const isOrdered =
    Array.isArray(values) && values.length === names.length && !names.some((name) => /^\d+$/.test(name));
  return isOrdered ? Object.fromEntries(names.map((name, index) => [name, values[index] as unknown])) : named;
}

export function readNode(value: unknown): readonly (readonly [id: string, EditorNode])[] {
  const node = recordOrEmpty(value);
  const { mode, inputs, outputs, properties, widgets_values: values } = node;
  const id = idOrUndefined(node["id"]);
  const type = asString(node["type"]);
  const title = asString(node["title"]);
  if (id === undefined || type === undefined) return [];
  const namedValues = readNamedValues(node["widgets_values_named"], values);
  const read: EditorNode = {
    id,
    type,
    mode: modes.get(mode) ?? "always",
    ...(title !== undefined && { title }),
    inputs: listOrEmpty(inputs).map(readInput),
    outputs: listOrEmpty(outputs).map((output) => typeOf(recordOrEmpty(output)["type"])),
    values: isRecord(values) ? values : listOrEmpty(values),
    ...(namedValues !== undefined && { namedValues }),
    properties: recordOrEmpty(properties),
  };
  return [[id, read]];
}
