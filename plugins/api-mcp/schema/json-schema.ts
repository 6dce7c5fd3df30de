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

/** The type of the values that a schema admits. */
export type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Schema extends { readonly type: "string" }
    ? string
    : Schema extends { readonly type: "integer" | "number" }
      ? number
      : Schema extends { readonly type: "boolean" }
        ? boolean
        : Schema extends { readonly items: infer Item }
          ? readonly ValueOf<Item>[]
          : MembersOf<Schema>;

type MembersOf<Schema> = Schema extends {
  readonly properties: infer Properties;
  readonly required?: readonly (infer Required)[];
}
  ? string extends keyof Properties
    ? Readonly<Record<string, unknown>>
    : { readonly [Name in keyof Properties as Name & Required]: ValueOf<Properties[Name]> } & {
        readonly [Name in keyof Properties as Exclude<Name, Required>]?: ValueOf<Properties[Name]>;
      }
  : never;

type More = Omit<SimpleSchema, "type" | "description">;

const simple =
  <Type extends SimpleSchema["type"]>(type: Type) =>
  <const Given extends More = More>(description: string, more?: Given) =>
    ({ type, description, ...more }) as Readonly<{ type: Type; description: string }> & Given;

export const text = simple("string");
export const integer = simple("integer");
export const number = simple("number");
export const flag = simple("boolean");
export const list = <Items extends ValueSchema>(items: Items, description: string) =>
  ({ type: "array", items, description }) as const;
/** An object with any members, such as settings. */
export const anyObject = (description: string): ObjectSchema => ({
  type: "object",
  properties: {},
  additionalProperties: true,
  description,
});
/** A schema of an object, with the names of its members. */
export interface Members<Properties, Required> extends Omit<ObjectSchema, "properties" | "required"> {
  readonly properties: Properties;
  readonly required?: readonly Required[];
}

/** A result, which can have further members in later versions. */
export const output = <
  const Properties extends ObjectSchema["properties"],
  const Required extends keyof Properties & string = never,
>(
  properties: Properties,
  required: readonly Required[] = [],
  description?: string,
): Members<Properties, Required> => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  ...(description !== undefined && { description }),
});
/** The arguments of a tool: other members are refused. */
export const inputs = <
  const Properties extends ObjectSchema["properties"],
  const Required extends keyof Properties & string = never,
>(
  properties: Properties,
  required: readonly Required[] = [],
): Members<Properties, Required> => ({ ...output(properties, required), additionalProperties: false });
