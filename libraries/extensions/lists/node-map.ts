// Which extension provides a node class: ComfyUI-Manager's extension-node-map.json. Pure.

import { extensionFault } from "../faults.js";
import { withoutCredentials } from "../names/credentials.js";
import { identityOf } from "../names/identity.js";

/** Node class to the ids of the extensions that provide it, in the order of the table. */
export type NodeMap = ReadonlyMap<string, readonly string[]>;

/** A table, as far as it could be read. */
export interface ReadNodeMap {
  readonly map: NodeMap;
  readonly skipped: number;
}

function parsed(text: string, source: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    const details = { source: withoutCredentials(source), reason: "it is not JSON" };
    throw extensionFault("EXTENSION_INDEX_UNREADABLE", details, { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  const reason = "it is no table of repositories to node classes";
  throw extensionFault("EXTENSION_INDEX_UNREADABLE", { source: withoutCredentials(source), reason });
}

/**
 * `{ "https://github.com/owner/name": [["ClassA", "ClassB"], { "title_aux": "..." }] }`. Patterns of names
 * (`nodename_pattern`) are passed over: they are guesses, and somebody else's regular expressions. Throws
 * EXTENSION_INDEX_UNREADABLE for what is no such table at all.
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

/** Those of the classes that the table knows. */
export function providersOf(map: NodeMap, classes: readonly string[]): NodeMap {
  const known = classes.map((name) => [name, map.get(name)] as const);
  return new Map(known.flatMap(([name, ids]) => (ids === undefined ? [] : [[name, ids] as const])));
}
