// Navigation in a JSON Schema.

export type Schema = Readonly<Record<string, unknown>>;

/** Resolves a `$ref` into the `$defs` of the same file. */
export function resolveRef(root: Schema, schema: Schema): Schema {
  const ref = schema["$ref"];
  if (typeof ref !== "string" || !ref.startsWith("#/$defs/")) return schema;
  const definitions = root["$defs"] as Readonly<Record<string, Schema>> | undefined;
  return definitions?.[ref.slice("#/$defs/".length)] ?? {};
}

/** The schema of a named or additional property. */
export function propertySchema(root: Schema, schema: Schema, key: string): Schema {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  if (Object.hasOwn(properties, key)) return resolveRef(root, properties[key] ?? {});
  const additional = schema["additionalProperties"];
  return typeof additional === "object" && additional !== null ? resolveRef(root, additional as Schema) : {};
}
