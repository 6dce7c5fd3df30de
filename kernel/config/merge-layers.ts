// Merges configuration layers along the schema.

import { isRecord } from "../base/guards.js";
import { type Schema, propertySchema, resolveRef } from "./walk-schema.js";

/**
 * Merges `upper` over `lower`. Objects of the schema are merged key by key; all other values are replaced, and so is an
 * object with `"x-merge": "replace"`: so a layer cannot combine its own address with the secrets of another layer. Only
 * own keys are copied, and never `__proto__`, so that no layer can change a prototype.
 */
export function mergeLayers(root: Schema, schema: Schema, lower: unknown, upper: unknown): unknown {
  if (upper === undefined) return lower;
  const here = resolveRef(root, schema);
  if (!isRecord(lower) || !isRecord(upper) || here["type"] !== "object") return upper;
  if (here["x-merge"] === "replace") return upper;
  const merged = new Map(Object.entries(lower));
  for (const [key, value] of Object.entries(upper)) {
    if (key === "__proto__") continue;
    merged.set(key, mergeLayers(root, propertySchema(root, here, key), merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
