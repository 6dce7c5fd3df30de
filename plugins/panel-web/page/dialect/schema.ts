// The settings dialect (schemas/dialect.schema.json) as types for the form.

/** The field is shown only while another property of the same object has one of the listed values. */
export type VisibleWhen = Readonly<Record<string, readonly unknown[]>>;

/** The choices are the allowed values of an input of a node class of the backend. */
export interface OptionsFrom {
  readonly class: string;
  readonly input: string;
}

interface Common {
  readonly title?: string;
  readonly description?: string;
  readonly "x-visibleWhen"?: VisibleWhen;
  readonly "x-group"?: string;
  readonly "x-advanced"?: true;
}

export interface TextField extends Common {
  readonly type: "string";
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly format?: "uri" | "uint64" | "multiline" | "path" | "command";
  readonly minLength?: number;
  readonly maxLength?: number;
  /** What the file is; absent: any file or folder. */
  readonly "x-file"?: "image" | "graph" | "text";
  readonly "x-secret"?: true;
  readonly "x-unit"?: string;
  readonly "x-optionsFrom"?: OptionsFrom;
  readonly "x-enumTitles"?: Readonly<Record<string, string>>;
}
export interface NumberField extends Common {
  readonly type: "integer" | "number";
  readonly default?: number;
  readonly enum?: readonly number[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly "x-unit"?: string;
  readonly "x-enumTitles"?: Readonly<Record<string, string>>;
}
export interface FlagField extends Common {
  readonly type: "boolean";
  readonly default?: boolean;
}
export interface ListField extends Common {
  readonly type: "array";
  readonly items: Field;
  readonly default?: readonly unknown[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
export interface GroupField extends Common {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly "x-order"?: readonly string[];
  /** Whether the group accepts, besides its properties, any path in the workflow's own graph with a value. */
  readonly "x-bindings"?: true;
}
export type Field = TextField | NumberField | FlagField | ListField | GroupField;

/** The settings of a workflow, a feature, a scheme or a backend kind. */
export type SettingsSchema = GroupField;

/** The API returns schemas as plain JSON. The cast is safe because the server has validated them against the dialect. */
export const settingsSchema = (value: unknown): SettingsSchema => value as SettingsSchema;

/** Whether a field is a file. */
export const isPath = (field: Field | undefined): boolean =>
  field?.type === "string" && field.format === "path";

/** Whether a field is the mask of an image in the same group: files that are named `mask` and `image`. */
export const isMask = ({ properties }: Pick<GroupField, "properties">, name: string): boolean =>
  name === "mask" && isPath(properties["mask"]) && isPath(properties["image"]);

/** The titles of settings in a schema. A setting whose plugin is no longer installed is shown by its name. */
export const titlesIn = (schema: unknown) => (name: string) =>
  schema === undefined ? name : (settingsSchema(schema).properties[name]?.title ?? name);

/** The defaults of the settings in a schema. */
export const defaultsOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  schema === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(settingsSchema(schema).properties).flatMap(([name, field]) =>
          "default" in field ? [[name, field.default]] : [],
        ),
      );
