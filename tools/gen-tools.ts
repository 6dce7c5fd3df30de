// Generates the tools of the MCP server that are operations of the local API (`tool` of an operation), and their table
// in its README.

import { readFileSync } from "node:fs";
import type { OperationSpec, Parameter } from "../features/base/operation-spec.js";
import { routes } from "../server/routes/table.js";

type Json = Readonly<Record<string, unknown>>;
type Place = "params" | "query" | "body";
type Argument = readonly [name: string, place: Place, schema: Json, isRequired: boolean];

const read = (name: string): Json => JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")) as Json;

/** The definitions of each schema by its id. */
const definitions: Readonly<Record<string, Json>> = Object.fromEntries(
  ["api", "events", "dialect"].map((name) => {
    const { $id, $defs } = read(name) as { readonly $id: string; readonly $defs: Json };
    return [$id, $defs];
  }),
);
const home = "pictor:api:1";

/** What tools may have in their schemas: clients refuse the rest, and with it all tools of a server. */
const kept = ["description", "enum", "minimum", "maximum", "required"] as const;

/**
 * A schema without references. Other members stay possible in a result, so `additionalProperties` is left out. Throws
 * for a combination.
 */
function inlined(schema: Json, place: string, id = home): Json {
  const { $ref: ref, type = "enum" in schema ? "string" : undefined, properties, items } = schema;
  if (typeof ref === "string") {
    const [owner = "", name = ""] = ref.split("#/$defs/");
    const of = owner === "" ? id : owner;
    const found = inlined(definitions[of]?.[name] as Json, place, of);
    return typeof schema["description"] === "string"
      ? { ...found, description: schema["description"] }
      : found;
  }
  if (typeof type !== "string")
    throw new Error(
      `${place}: a tool needs one type, found ${Object.keys(schema).join(", ")}. Write a tool of its own.`,
    );
  const entries = Object.entries((properties ?? {}) as Record<string, Json>);
  return {
    type,
    ...Object.fromEntries(kept.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    ...(type === "object" && {
      properties: Object.fromEntries(
        entries.map(([name, of]) => [name, inlined(of, `${place}.${name}`, id)]),
      ),
    }),
    ...(items !== undefined && { items: inlined(items as Json, `${place}[]`, id) }),
  };
}

const bodyOf = (name: string | undefined, place: string): Json =>
  name === undefined ? { properties: {} } : inlined({ $ref: `#/$defs/${name}` }, place);

function queryArgument([name, spec]: readonly [string, Parameter]): Argument {
  const { required = false, type, description, enum: choices, minimum, maximum } = spec;
  const schema = { type, description, enum: choices, minimum, maximum };
  return [name, "query", schema, required];
}

/** All parts of a call as arguments; their names must differ. */
function argumentsOf(id: string, { path, query = {}, body, tool }: OperationSpec): readonly Argument[] {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): Argument => {
    const description = tool?.params?.[name];
    if (description === undefined) throw new Error(`${id}: \`tool.params\` has no description of ${name}.`);
    return [name, "params", { type: "string", description }, true];
  });
  const given = bodyOf(body, id);
  const required = (given["required"] ?? []) as readonly string[];
  const all = [
    ...params,
    ...Object.entries(query).map(queryArgument),
    ...Object.entries(given["properties"] as Record<string, Json>).map(([name, schema]): Argument => [
      name,
      "body",
      schema,
      required.includes(name),
    ]),
  ];
  const double = all.find(([name], index) => all.findIndex(([other]) => other === name) !== index);
  if (double !== undefined) throw new Error(`${id}: two parts of the call have the name ${double[0]}.`);
  return all;
}

const wordsOf = (id: string): readonly string[] => id.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

export function toolOf(id: string, spec: OperationSpec, { description }: { readonly description: string }) {
  const title = wordsOf(id).join(" ");
  const all = argumentsOf(id, spec);
  const required = all.filter(([, , , isRequired]) => isRequired).map(([name]) => name);
  const reply = Object.values(spec.replies).find(({ body }) => body !== undefined)?.body;
  if (reply === undefined || spec.bytes !== undefined) throw new Error(`${id}: a tool takes and gives JSON.`);
  const isRead = spec.method === "GET";
  return {
    operation: id,
    name: wordsOf(id).join("_"),
    title: title.charAt(0).toUpperCase() + title.slice(1),
    description,
    scope: spec.scope,
    annotations: {
      readOnlyHint: isRead,
      ...(!isRead && { destructiveHint: true, idempotentHint: spec.method !== "POST" }),
      openWorldHint: false,
    },
    input: {
      type: "object",
      properties: Object.fromEntries(all.map(([name, , schema]) => [name, schema])),
      additionalProperties: false,
      ...(required.length > 0 && { required }),
    },
    output: bodyOf(reply, `${id}, result`),
    places: Object.fromEntries(all.map(([name, place]) => [name, place])),
  };
}

const tools = () =>
  Object.entries<OperationSpec>(routes).flatMap(([id, spec]) =>
    spec.tool === undefined ? [] : [{ ...toolOf(id, spec, spec.tool), summary: spec.summary }],
  );

/** The rows of the README. */
export const toolRows = (): readonly (readonly string[])[] =>
  tools().map(({ name, scope, summary }) => [`\`${name}\``, `\`${scope}\``, summary]);

/** Path and text of the generated file. */
export function toolPages(): readonly (readonly [path: string, text: string])[] {
  const all = tools().map(({ summary: _summary, ...tool }) => tool);
  const text = [
    "// Generated from the operations of features and server/routes by `npm run gen`; do not edit.",
    'import type { OperationTool } from "../schema/operation-tool.js";',
    `export const operationTools: readonly OperationTool[] = ${JSON.stringify(all)};`,
  ];
  return [["plugins/api-mcp/toolbox/operation-tools.gen.ts", text.join("\n\n")]];
}
