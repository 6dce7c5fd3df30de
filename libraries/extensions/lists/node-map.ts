// Finds the extensions that provide a node class, by the extension-node-map.json of ComfyUI-Manager. Pure.

import { isRecord } from "@pictor/kernel/plugin";
import { identityOf } from "../names/identity.js";
import { indexFault, parseList } from "./read-json.js";

/** The ids of the extensions that provide a node class, by class, in the order of the table. */
export type NodeMap = ReadonlyMap<string, readonly string[]>;

/**
 * Parses `{ "https://github.com/owner/name": [["ClassA", "ClassB"], { "title_aux": "..." }] }`. Ignores the patterns of names
 * (`nodename_pattern`), because they are guesses and untrusted regular expressions, and leaves out invalid entries. Throws
 * EXTENSION_INDEX_UNREADABLE for any other text.
 */
export function readNodeMap(text: string, source: string): NodeMap {
  const table = parseList(text, source);
  if (!isRecord(table)) throw indexFault(source, "it is not a table of repositories to node classes");
  const map = new Map<string, string[]>();
  for (const [key, value] of Object.entries(table)) {
    const id = identityOf(key);
    const classes: unknown = Array.isArray(value) ? value[0] : undefined;
    if (id === undefined || !Array.isArray(classes)) continue;
    for (const name of new Set<unknown>(classes)) {
      if (typeof name !== "string" || name === "") continue;
      const ids = map.get(name);
      if (ids === undefined) map.set(name, [id]);
      else if (!ids.includes(id)) ids.push(id);
    }
  }
  return map;
}

/** The part of the table for `classes`. */
export function providersOf(map: NodeMap, classes: readonly string[]): NodeMap {
  const known = classes.map((name) => [name, map.get(name)] as const);
  return new Map(known.flatMap(([name, ids]) => (ids === undefined ? [] : [[name, ids] as const])));
}
