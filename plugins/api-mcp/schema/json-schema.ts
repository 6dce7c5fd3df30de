// The part of JSON Schema in which tools declare their arguments and results, and short ways to write it.

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly description?: string;
}

export interface ArraySchema {
  readonly type: "array";
  readonly items: ValueSchema;
  readonly description?: string;
}

export interface SimpleSchema {
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type ValueSchema = ObjectSchema | ArraySchema | SimpleSchema;

type More = Omit<SimpleSchema, "type" | "description">;

export const text = (description: string, more: More = {}): SimpleSchema => ({
  type: "string",
  description,
  ...more,
});
export const integer = (description: string, more: More = {}): SimpleSchema => ({
  type: "integer",
  description,
  ...more,
});
export const number = (description: string, more: More = {}): SimpleSchema => ({
  type: "number",
  description,
  ...more,
});
export const flag = (description: string, more: More = {}): SimpleSchema => ({
  type: "boolean",
  description,
  ...more,
});
export const list = (items: ValueSchema, description: string): ArraySchema => ({
  type: "array",
  items,
  description,
});
/** An object with any members, such as settings. */
export const anyObject = (description: string): ObjectSchema => ({
  type: "object",
  properties: {},
  additionalProperties: true,
  description,
});
/** The arguments of a tool: other members are refused. */
export const inputs = (
  properties: ObjectSchema["properties"],
  required: readonly string[] = [],
): ObjectSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...(required.length > 0 && { required }),
});
/** A result, which can have further members in later versions. */
export const output = (
  properties: ObjectSchema["properties"],
  required: readonly string[] = [],
  description?: string,
): ObjectSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  ...(description !== undefined && { description }),
});
