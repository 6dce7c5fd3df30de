// Finds the extensions that provide a node class, by the extension-node-map.json of ComfyUI-Manager. Pure.

import { isRecord, withoutByteOrderMark } from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { withoutCredentials } from "../names/credentials.js";
import { identityOf } from "../names/identity.js";

/** The ids of the extensions that provide a node class, by class, in the order of the table. */
export type NodeMap = ReadonlyMap<string, readonly string[]>;

export interface ReadNodeMap {
  readonly map: NodeMap;
  /** Number of invalid entries, which are left out. */
  readonly skipped: number;
}

function parsed(text: string, source: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(text));
  } catch (cause) {
    const details = { source: withoutCredentials(source), reason: "it is not JSON" };
    throw extensionFault("EXTENSION_INDEX_UNREADABLE", details, { cause });
  }
  if (isRecord(value)) return value;
  const reason = "it is not a table of repositories to node classes";
  throw extensionFault("EXTENSION_INDEX_UNREADABLE", { source: withoutCredentials(source), reason });
}

/**
 * Parses `{ "https://github.com/owner/name": [["ClassA", "ClassB"], { "title_aux": "..." }] }`. Ignores the patterns of names
 * (`nodename_pattern`), because they are guesses and untrusted regular expressions. Throws EXTENSION_INDEX_UNREADABLE for
 * any other text.
 */
export function readNodeMap(text: string, source: string): ReadNodeMap {
  const map = new Map<string, string[]>();
  let skipped = 0;
  for (const [key, value] of Object.entries(parsed(text, source))) {
    const id = identityOf(key);
    const classes: unknown = Array.isArray(value) ? value[0] : undefined;
    if (id === undefined || !Array.isArray(classes)) {
      skipped++;
      continue;
    }
    for (const name of new Set<unknown>(classes)) {
      if (typeof name !== "string" || name === "") continue;
      const ids = map.get(name);
      if (ids === undefined) map.set(name, [id]);
      else if (!ids.includes(id)) ids.push(id);
    }
  }
  return { map, skipped };
}

/** The part of the table for `classes`. */
export function providersOf(map: NodeMap, classes: readonly string[]): NodeMap {
  const known = classes.map((name) => [name, map.get(name)] as const);
  return new Map(known.flatMap(([name, ids]) => (ids === undefined ? [] : [[name, ids] as const])));
}
