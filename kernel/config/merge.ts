// Layers of configuration, merged by walking the schema: only what the schema knows as an object is merged.

import { isRecord } from "../base/guards.js";
import { type Schema, propertySchema, resolveRef } from "./walk-schema.js";

/**
 * Lays `upper` over `lower`. Objects of the schema are merged key by key, everything else is replaced. Keys come from
 * own properties only, and `__proto__` is never one, so no layer can reach a prototype.
 */
export function mergeLayers(root: Schema, schema: Schema, lower: unknown, upper: unknown): unknown {
  if (upper === undefined) return lower;
  const here = resolveRef(root, schema);
  if (!isRecord(lower) || !isRecord(upper) || here["type"] !== "object") return upper;
  const merged = new Map(Object.entries(lower));
  for (const [key, value] of Object.entries(upper)) {
    if (key === "__proto__") continue;
    merged.set(key, mergeLayers(root, propertySchema(root, here, key), merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
