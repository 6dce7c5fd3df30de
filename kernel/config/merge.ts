// Layers of configuration, merged by walking the schema: only what the schema knows as an object is merged.

import type { Schema } from "./walk.js";
import { propertySchema, resolveRef } from "./walk.js";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
