// For plugin authors: finds names in a settings schema that no field and no value of an enum has. Such an annotation
// has no effect; a required field that does not exist refuses all settings.

import { fault, knownNames, jsonPointer } from "@pictor/kernel";
import type { Field, Manifest, PictorError, SettingsSchema } from "@pictor/kernel";
import { schemasOf } from "../settings-schema/schemas-of.js";

interface UnknownName {
  readonly pointer: string;
  readonly kind: "field" | "value of enum";
  readonly name: string;
  readonly known: readonly string[];
}

const enumOf = (field: Field | undefined): readonly string[] | undefined =>
  field !== undefined && "enum" in field ? field.enum.map(String) : undefined;

function unknownInField(
  field: Field,
  siblings: SettingsSchema["properties"],
  pointer: string,
): readonly UnknownName[] {
  const fields = Object.keys(siblings);
  const missing = (key: string, name: string): readonly UnknownName[] =>
    fields.includes(name) ? [] : [{ pointer: `${pointer}/${key}`, kind: "field", name, known: fields }];
  const conditions = Object.entries(field["x-visibleWhen"] ?? {}).flatMap(([name, values]) => {
    const known = enumOf(siblings[name]);
    const wrong = known === undefined ? [] : values.map(String).filter((value) => !known.includes(value));
    return [
      ...missing("x-visibleWhen", name),
      ...wrong.map((value): UnknownName => {
        const place = pointer + jsonPointer("x-visibleWhen", name);
        return { pointer: place, kind: "value of enum", name: value, known: known ?? [] };
      }),
    ];
  });
  const unless = field.type === "string" ? field["x-optionsFrom"]?.unless : undefined;
  const titled = "x-enumTitles" in field ? Object.keys(field["x-enumTitles"] ?? {}) : [];
  const known = enumOf(field) ?? [];
  return [
    ...conditions,
    ...(unless === undefined ? [] : missing("x-optionsFrom/unless", unless)),
    ...titled
      .filter((value) => !known.includes(value))
      .map((name): UnknownName => {
        return { pointer: `${pointer}/x-enumTitles`, kind: "value of enum", name, known };
      }),
  ];
}

function unknownInSchema(schema: SettingsSchema, pointer: string): readonly UnknownName[] {
  const known = Object.keys(schema.properties);
  const listed = (["x-order", "required"] as const).flatMap((key) =>
    (schema[key] ?? [])
      .filter((name) => !known.includes(name))
      .map((name): UnknownName => ({ pointer: `${pointer}/${key}`, kind: "field", name, known })),
  );
  const inside = Object.entries(schema.properties).flatMap(([name, field]) => {
    const place = pointer + jsonPointer("properties", name);
    const [inner, innerPlace] =
      field.type === "array" ? ([field.items, `${place}/items`] as const) : ([field, place] as const);
    return [
      ...unknownInField(field, schema.properties, place),
      ...(inner.type === "object" ? unknownInSchema(inner, innerPlace) : []),
    ];
  });
  return [...listed, ...inside];
}

const isRequired = ({ pointer }: UnknownName): boolean => pointer.endsWith("/required");

const faultsOf = (names: readonly UnknownName[], file: string): readonly PictorError[] =>
  names.map(({ name, known, ...place }) =>
    fault("MANIFEST_NAME_UNKNOWN", { file, ...place, name, ...knownNames(name, known) }),
  );

const unknownIn = (manifest: Manifest): readonly UnknownName[] =>
  schemasOf(manifest).flatMap(({ schema, pointer }) => unknownInSchema(schema, pointer));

/** Problems of `x-order`, `x-visibleWhen`, `x-optionsFrom` and `x-enumTitles`, with code MANIFEST_NAME_UNKNOWN. */
export const findUnknownNames = (manifest: Manifest, file: string): readonly PictorError[] =>
  faultsOf(
    unknownIn(manifest).filter((one) => !isRequired(one)),
    file,
  );

/** Problems of `required`, as those of `findUnknownNames`. */
export const findUnknownRequired = (manifest: Manifest, file: string): readonly PictorError[] =>
  faultsOf(unknownIn(manifest).filter(isRequired), file);
