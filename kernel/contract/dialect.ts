// The closed dialect of JSON Schema, as types: what schemas/dialect.schema.json allows.

interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly "x-unit"?: string;
  /** Shown only while another property has one of the listed values. */
  readonly "x-visibleWhen"?: Readonly<Record<string, readonly unknown[]>>;
}

/** A text, or a choice of texts. */
export interface TextField extends Described {
  readonly type: "string";
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly format?: "uri" | "uint64" | "multiline" | "path";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly "x-secret"?: true;
  /**
   * The choices are the allowed values of a backend node's input. A required value that is not given takes the first;
   * with `unless`, one that is not required does so too, while that other setting is not given either.
   */
  readonly "x-optionsFrom"?: { readonly class: string; readonly input: string; readonly unless?: string };
}
/** A number, or a choice of numbers. */
export interface NumberField extends Described {
  readonly type: "integer" | "number";
  readonly default?: number;
  readonly enum?: readonly number[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
}
/** Yes or no. */
export interface BooleanField extends Described {
  readonly type: "boolean";
  readonly default?: boolean;
}
/** Any number of values of one kind. */
export interface ListField extends Described {
  readonly type: "array";
  readonly items: TextField | NumberField | BooleanField | SettingsSchema;
  readonly default?: readonly unknown[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
/** A form: fields by name. */
export interface SettingsSchema extends Described {
  readonly type: "object";
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Field>>;
  readonly "x-order"?: readonly string[];
  /** A group that takes any path with a value: what the workflow finds in its own graph. */
  readonly "x-bindings"?: true;
}
/** What a form can hold; a `SettingsSchema` inside another is a group. */
export type Field = TextField | NumberField | BooleanField | ListField | SettingsSchema;
