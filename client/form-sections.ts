// The layout of a form: the fields of a settings schema in their order, under their headings, with the basic fields first.

/** The annotations of a field that determine its position in a form. */
export interface FormField {
  readonly "x-group"?: string;
  readonly "x-advanced"?: true;
}

/** The part of a settings schema that determines its form: the `params` of a workflow, the `settings` of a feature. */
export interface FormSchema {
  readonly properties: Readonly<Record<string, FormField>>;
  readonly "x-order"?: readonly string[];
}

/** Fields that a form shows together. */
export interface FormSection {
  /** The `x-group` of the fields; absent for fields without one. */
  readonly title?: string;
  /** Whether the section is shown only when the person asks for all settings. */
  readonly advanced: boolean;
  /** Names of the properties. */
  readonly fields: readonly string[];
}

/**
 * The sections of a form. The basic sections come first. Among the basic and among the advanced sections, the one
 * without a heading comes first; the others follow in the order of their first fields. Fields are ordered by `x-order`;
 * the others follow as they are declared.
 */
export function formSections(schema: FormSchema): readonly FormSection[] {
  const { properties } = schema;
  const ordered = [...new Set([...(schema["x-order"] ?? []), ...Object.keys(properties)])].filter((name) =>
    Object.hasOwn(properties, name),
  );
  const groupOf = (name: string): string | undefined => properties[name]?.["x-group"];
  return [false, true].flatMap((advanced) => {
    const names = ordered.filter((name) => (properties[name]?.["x-advanced"] === true) === advanced);
    const titles = new Set([undefined, ...names.map(groupOf)]);
    return [...titles].flatMap((title) => {
      const fields = names.filter((name) => groupOf(name) === title);
      return fields.length === 0 ? [] : [{ ...(title !== undefined && { title }), advanced, fields }];
    });
  });
}
