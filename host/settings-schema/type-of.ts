// Translates JSON Schema to TypeScript, for the keywords that the schemas of this project use. Any other keyword is an error.

export type Schema = Readonly<Record<string, unknown>>;

const ignored = new Set(
  `$schema $id $defs $comment title description default format pattern not minLength maxLength minimum maximum multipleOf
  minItems maxItems uniqueItems minProperties maxProperties patternProperties exclusiveMinimum discriminator dependentRequired
  x-secret x-order x-visibleWhen x-unit x-optionsFrom x-bindings x-merge
  x-group x-advanced x-enumTitles x-file`.split(/\s+/),
);
const known = new Set([
  ...ignored,
  ..."type properties required additionalProperties items enum const oneOf anyOf $ref".split(" "),
]);

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const key = (name: string): string => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** The type of a definition of the same schema or of the events; any other reference is to the dialect. */
function refName(ref: string): string {
  const [, other, name] = /^(pictor:events:1)?#\/\$defs\/(.+)$/.exec(ref) ?? [];
  if (name === undefined) return "SettingsSchema";
  return other === undefined ? capital(name) : `events.${capital(name)}`;
}

function comment(schema: Schema, indent: string): string {
  const unit = schema["x-unit"] === undefined ? "" : ` Unit: ${schema["x-unit"] as string}.`;
  const standard = schema["default"] === undefined ? "" : ` Default: ${JSON.stringify(schema["default"])}.`;
  const text =
    `${schema["description"] === undefined ? "" : `${schema["description"] as string}.`}${unit}${standard}`.trim();
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "* /")} */\n`;
}

function objectType(schema: Schema, indent: string): string {
  const required = new Set((schema["required"] as readonly string[] | undefined) ?? []);
  const lines = Object.entries((schema["properties"] as Record<string, Schema> | undefined) ?? {}).map(
    ([name, value]) => {
      const present = required.has(name) || value["default"] !== undefined;
      return `${comment(value, `${indent}  `)}${indent}  readonly ${key(name)}${present ? "" : "?"}: ${typeOf(value, `${indent}  `)};`;
    },
  );
  const extra = schema["additionalProperties"];
  if (typeof extra === "object") {
    lines.push(`${indent}  readonly [name: string]: ${typeOf(extra as Schema, `${indent}  `)};`);
  } else if (extra === true || (lines.length === 0 && extra !== false)) {
    lines.push(`${indent}  readonly [name: string]: unknown;`);
  }
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** The TypeScript type of a schema. Properties with a default are not optional, because defaults are filled in before reading. */
export function typeOf(schema: Schema, indent = ""): string {
  for (const keyword of Object.keys(schema)) {
    if (!known.has(keyword)) throw new Error(`outside the dialect: ${keyword}`);
  }
  if (typeof schema["$ref"] === "string") return refName(schema["$ref"]);
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const branches = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(branches)) return branches.map((value) => typeOf(value as Schema, indent)).join(" | ");
  switch (schema["type"]) {
    case "object":
      return objectType(schema, indent);
    case "array": {
      const items = schema["items"] as Schema | undefined;
      return items === undefined ? "readonly unknown[]" : `readonly (${typeOf(items, indent)})[]`;
    }
    case "string":
    case "number":
    case "boolean":
      return schema["type"];
    case "integer":
      return "number";
    default:
      return "unknown";
  }
}

const declaration = ([name, schema]: readonly [string, Schema]): string =>
  `${comment(schema, "")}export type ${name} = ${typeOf(schema)};\n`;

/** An exported declaration for each of the `$defs` of a schema. */
export const definitions = ({ $defs = {} }: Schema): string =>
  Object.entries($defs as Record<string, Schema>)
    .map(([id, value]) => declaration([capital(id), value]))
    .join("\n");

/** An exported declaration for a schema and one for each of its `$defs`. */
export const declarations = (name: string, schema: Schema): string =>
  [definitions(schema), declaration([name, schema])].filter((text) => text !== "").join("\n");
