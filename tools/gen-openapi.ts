// Generates schemas/openapi.json and the tables of docs/api.md from the routes of the local API and the schemas of its bodies.

import { readFileSync } from "node:fs";
import { scopes } from "../features/base/scopes.js";
import type { Parameter, OperationReply, OperationSpec } from "../features/base/operation-spec.js";
import { routes } from "../server/routes/table.js";

type Json = Readonly<Record<string, unknown>>;

const read = (name: string): Json => JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")) as Json;

/** The names of the components that come from each schema. Components of the API schema keep their names. */
const prefixes = {
  "pictor:api:1": "",
  "pictor:events:1": "Events_",
  "pictor:dialect:1": "Dialect_",
} as const;
const fileOf = { "pictor:api:1": "api", "pictor:events:1": "events", "pictor:dialect:1": "dialect" } as const;
type SchemaId = keyof typeof prefixes;

const eventDefinitions = read("events")["$defs"] as Json;

/** The address of a component for a `$ref` in a schema. */
function componentOf(ref: string, home: SchemaId): string {
  const [id, name = ""] = ref.split("#/$defs/");
  const owner = id === undefined || id === "" ? home : (id as SchemaId);
  return `#/components/schemas/${prefixes[owner]}${name}`;
}

/** The branches of a union; those of a union of the events stand in its place, because a reader of OpenAPI expects one level. */
const flattened = (branch: Json): readonly Json[] => {
  const [, name] = /^pictor:events:1#\/\$defs\/(\w+)$/.exec((branch["$ref"] ?? "") as string) ?? [];
  const union = name === undefined ? undefined : (eventDefinitions[name] as Json)["oneOf"];
  if (union === undefined) return [branch];
  return (union as readonly { readonly $ref: string }[]).map(({ $ref }) => ({
    $ref: `pictor:events:1${$ref}`,
  }));
};

/**
 * Converts a schema so that its references point to components. The discriminator of JSON Schema dialects is not that
 * of OpenAPI.
 */
function rewritten(value: unknown, home: SchemaId): unknown {
  if (Array.isArray(value)) return value.map((entry) => rewritten(entry, home));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "discriminator")
      .map(([key, entry]) => [
        key,
        key === "$ref" && typeof entry === "string"
          ? componentOf(entry, home)
          : rewritten(key === "oneOf" ? (entry as readonly Json[]).flatMap(flattened) : entry, home),
      ]),
  );
}

const componentsOf = (id: SchemaId): Json =>
  Object.fromEntries(
    Object.entries(read(fileOf[id])["$defs"] as Json).map(([name, schema]) => [
      `${prefixes[id]}${name}`,
      rewritten(schema, id),
    ]),
  );

const parameter = (place: "query" | "header" | "path", name: string, spec: Parameter): Json => {
  const { description, required = false, ...schema } = spec;
  return { name, in: place, required: place === "path" || required, description, schema };
};

const content = (media: readonly string[], schema: Json): Json =>
  Object.fromEntries(media.map((type) => [type, { schema }]));

function reply({ description, body, media, items }: OperationReply): Json {
  if (body !== undefined)
    return { description, content: content(["application/json"], { $ref: `#/components/schemas/${body}` }) };
  return media === undefined
    ? { description }
    : {
        description,
        content: content(media, items === undefined ? {} : { $ref: `#/components/schemas/${items}` }),
      };
}

function operation(id: string, spec: OperationSpec): Json {
  const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
    parameter("path", name, { type: "string", description: `The part \`${name}\` of the path` }),
  );
  const parameters = [
    ...inPath,
    ...Object.entries(spec.query ?? {}).map(([name, one]) => parameter("query", name, one)),
    ...Object.entries(spec.headers ?? {}).map(([name, one]) => parameter("header", name, one)),
  ];
  const problem = {
    description: "A problem document",
    content: content(["application/problem+json"], { $ref: "#/components/schemas/ProblemDocument" }),
  };
  const replies = Object.entries(spec.replies).map(([status, one]) => [status, reply(one)] as const);
  return {
    operationId: id,
    tags: [spec.group],
    summary: spec.summary,
    ...(spec.scope === "none" ? { security: [] } : { "x-scope": spec.scope }),
    ...(spec.linkable === true && { security: [{ token: [] }, { link: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body !== undefined && {
      requestBody: {
        required: true,
        content: content(["application/json"], { $ref: `#/components/schemas/${spec.body}` }),
      },
    }),
    ...(spec.bytes !== undefined && {
      requestBody: {
        required: true,
        description: `${spec.bytes.description}; at most ${spec.bytes.limit} bytes`,
        content: content(spec.bytes.media, {}),
      },
    }),
    responses: { ...Object.fromEntries(replies), "4XX": problem, "5XX": problem },
  };
}

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === "$ref" ? [String(entry).replace("#/components/schemas/", "")] : referencesIn(entry),
  );
}

/** The components that something refers to, directly or through others. */
function usedComponents(root: unknown, all: Json): Json {
  const used = new Set<string>();
  const pending = [...referencesIn(root)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    pending.push(...referencesIn(all[name]));
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

function document(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [id, spec] of Object.entries(routes) as [string, OperationSpec][])
    (paths[spec.path] ??= {})[spec.method.toLowerCase()] = operation(id, spec);
  const all = {
    ...componentsOf("pictor:api:1"),
    ...componentsOf("pictor:events:1"),
    ...componentsOf("pictor:dialect:1"),
  };
  return {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Pictor's local API",
      version: "1.0",
      description: `Scopes of tokens: ${scopes.join(", ")}. \`admin\` includes all, and every scope includes \`read\`.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The server that `pictor serve` has started" }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        link: { type: "apiKey", in: "query", name: "link", description: "A signed link of `POST /v1/links`" },
      },
      schemas: usedComponents(paths, all),
    },
  };
}

const start = "<!-- routes: generated by `npm run gen` -->";
const end = "<!-- end of routes -->";

function routeTable(): string {
  const specs: readonly OperationSpec[] = Object.values(routes);
  return [...new Set(specs.map(({ group }) => group))]
    .map((group) => {
      const own = specs.filter((spec) => spec.group === group);
      const rows = own.map(
        ({ method, path, scope, summary }) =>
          `| \`${method} ${path}\` | ${scope} | ${summary.replaceAll("|", "\\|")} |`,
      );
      return `### ${group}\n\n| Route | Scope | What it does |\n| --- | --- | --- |\n${rows.join("\n")}`;
    })
    .join("\n\n");
}

/** The OpenAPI file, and the docs page with the table of all routes. */
export function openApiPages(): readonly (readonly [path: string, text: string])[] {
  const page = readFileSync("docs/api.md", "utf8");
  const [before = "", rest = ""] = page.split(start);
  const after = rest.split(end)[1] ?? "";
  return [
    ["schemas/openapi.json", JSON.stringify(document(), undefined, 2)],
    ["docs/api.md", `${before}${start}\n\n${routeTable()}\n\n${end}${after}`],
  ];
}
