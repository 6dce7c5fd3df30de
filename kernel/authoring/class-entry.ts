// The description of a node class as its server sent it, kept beside the class in the catalog. Code that answers
// `/object_info` for a backend passes the description on, because it has more than a catalog needs.

import type { NodeClass } from "../contract/catalog.js";

const entries = new WeakMap<NodeClass, object>();

/** Returns the class, with which its description is kept: not as a member, which would double what is shown of a class. */
export function withClassEntry(nodeClass: NodeClass, entry: object | undefined): NodeClass {
  if (entry !== undefined) entries.set(nodeClass, entry);
  return nodeClass;
}

/** Undefined for a class whose server has no such description, or that came from another process. */
export const classEntryOf = (nodeClass: NodeClass): object | undefined => entries.get(nodeClass);
