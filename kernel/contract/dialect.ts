// The closed dialect of JSON Schema as types: what schemas/dialect.schema.json allows.

interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly "x-unit"?: string;
  /** The field is shown only while every named property has one of the listed values. */
  readonly "x-visibleWhen"?: Readonly<Record<string, readonly unknown[]>>;
  /** The heading under which a form shows the field, with the other fields of the same heading. */
  readonly "x-group"?: string;
  /** A form shows the field only when the person asks for all settings. */
  readonly "x-advanced"?: true;
}

/** The texts that a form shows for values of `enum`, by value. A value without a text is shown as it is. */
interface EnumTitles {
  readonly "x-enumTitles"?: Readonly<Record<string, string>>;
}

/** A string, or a choice of strings. */
export interface TextField extends Described, EnumTitles {
  readonly type: "string";
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  /** Values that are not allowed. */
  readonly not?: { readonly enum: readonly string[] };
  /** `command`: the name of a program, or its path, which contains a slash. */
  readonly format?: "uri" | "uint64" | "multiline" | "path" | "command";
  readonly minLength?: number;
  readonly maxLength?: number;
  /** What the file of the format `path` is: forms offer files of this kind. Default: any file or folder. */
  readonly "x-file"?: "image" | "graph" | "text";
  readonly "x-secret"?: true;
  /**
   * The choices are the values that the backend's catalog allows for an input of a node class. A required field without
   * a value takes the first choice; so does an optional field with `unless`, if the setting that `unless` names has no
   * value either. `prefer` and `avoid` are lists of lower-case words: choices with a word of `prefer` in their names come
   * first, and those with a word of `avoid` last.
   */
  readonly "x-optionsFrom"?: {
    readonly class: string;
    readonly input: string;
    readonly unless?: string;
    readonly prefer?: readonly string[];
    readonly avoid?: readonly string[];
  };
}
/** A number, or a choice of numbers. */
export interface NumberField extends Described, EnumTitles {
  readonly type: "integer" | "number";
  readonly default?: number;
  readonly enum?: readonly number[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
}
export interface BooleanField extends Described {
  readonly type: "boolean";
  readonly default?: boolean;
}
/** A list of values of one type. */
export interface ListField extends Described {
  readonly type: "array";
  readonly items: TextField | NumberField | BooleanField | SettingsSchema;
  readonly default?: readonly unknown[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
/** The schema of a group of settings, which a user interface shows as a form: its fields by name. */
export interface SettingsSchema extends Described {
  readonly type: "object";
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Field>>;
  readonly "x-order"?: readonly string[];
  /** A group that accepts any path with any value: bindings into the workflow's own graph. */
  readonly "x-bindings"?: true;
}
/** A field of a group. A `SettingsSchema` inside another one is a group. */
export type Field = TextField | NumberField | BooleanField | ListField | SettingsSchema;
