// The settings of a workflow or a feature as they are described to a model: the basic ones first, as in a form.

import { formSections } from "@pictor/client";
import { isRecord } from "@pictor/kernel/plugin";

/** A field of the settings dialect, as far as it is described. */
export interface Field {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
  readonly "x-unit"?: string;
  readonly "x-advanced"?: true;
  readonly "x-bindings"?: true;
  readonly "x-optionsFrom"?: { readonly class: string; readonly input: string };
}

export type Fields = Readonly<Record<string, Field>>;

/** The fields of a settings schema as the local API gives it. */
export const fieldsOf = (schema: Readonly<Record<string, unknown>>): Fields => {
  const { properties } = schema;
  return isRecord(properties) ? (properties as Fields) : {};
};

/** The names of the settings in the order of a form; `advanced` selects those that a form hides at first. */
export const namesOf = (schema: Readonly<Record<string, unknown>>, advanced: boolean): readonly string[] =>
  formSections({ ...schema, properties: fieldsOf(schema) })
    .filter((section) => section.advanced === advanced)
    .flatMap(({ fields }) => fields);

const members = ["default", "minimum", "maximum"] as const;

/** A setting as a flat record. `values` says how a value that JSON types do not describe is written. */
export function settingView(name: string, field: Field): Readonly<Record<string, unknown>> {
  const { type, title, description, properties, items } = field;
  const values =
    field["x-optionsFrom"] !== undefined
      ? "a name from list_choices"
      : field.format === "path"
        ? "the address of an image (pictor://...)"
        : field.format === "uint64"
          ? "an integer from 0 to 18446744073709551615, as a string of digits"
          : undefined;
  return {
    name,
    type,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(field["x-unit"] !== undefined && { unit: field["x-unit"] }),
    ...Object.fromEntries(members.flatMap((key) => (field[key] === undefined ? [] : [[key, field[key]]]))),
    ...(field.enum !== undefined && { choices: field.enum }),
    ...(values !== undefined && { values }),
    ...(field["x-advanced"] === true && { advanced: true }),
    ...(properties !== undefined && {
      members: Object.entries(properties).map(([key, member]) => settingView(key, member)),
    }),
    ...(items !== undefined && { items: settingView("", items) }),
  };
}

/** Every setting whose choices come from a backend, by its path, such as `model` or `loras.name`. */
export function settingsWithChoices(fields: Fields, start = ""): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, Field])[] => {
      const path = start === "" ? name : `${start}.${name}`;
      const own = field["x-optionsFrom"] !== undefined || field.enum !== undefined;
      const inner = { ...field.properties, ...field.items?.properties };
      const item = field.items?.["x-optionsFrom"] === undefined ? [] : [[path, field.items] as const];
      return [...(own ? [[path, field] as const] : item), ...settingsWithChoices(inner, path)];
    }),
  );
}
