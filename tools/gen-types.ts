// Generates types of the manifest, the configuration, the settings of each built-in plugin, and core node classes.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { nodeTypes } from "../cli/commands/catalog/node-types.js";
import { settingsTypes } from "../host/settings-schema/settings-types.js";
import { declarations, definitions, type Schema } from "../host/settings-schema/type-of.js";
import { recordedCore } from "../test/fixtures/catalog/recorded.js";
import { jobEvents } from "./job-events.js";

interface EventTypes {
  readonly properties: { readonly types: { readonly items: { enum: readonly string[] } } };
}

const readSchema = (path: string): Schema => JSON.parse(readFileSync(path, "utf8")) as Schema;
const header = (source: string): string => `// Generated from ${source} by \`npm run gen\`; do not edit.\n\n`;

function pluginTypes(folder: string): readonly (readonly [string, string])[] {
  const types = settingsTypes(readSchema(`${folder}/plugin.json`));
  return types === undefined ? [] : [[`${folder}/settings.gen.ts`, header("plugin.json") + types]];
}

/** The kernel's errors as a constant, so that creating an error without one of its details does not compile. */
function errorCatalog(): string {
  const areas = readSchema("schemas/errors.json") as Record<string, object>;
  const entries = Object.assign({}, ...Object.values(areas)) as object;
  return `${header("schemas/errors.json")}export const errorCatalog = ${JSON.stringify(entries)} as const;\n`;
}

/** The core node classes as types, from the catalog that was recorded from a server. */
function coreNodes(): string {
  const { version, catalog } = recordedCore();
  return header(`the catalog of ComfyUI ${version} in test/fixtures`) + nodeTypes(catalog, "CoreNodes");
}

interface Definitions {
  readonly $defs: Record<string, unknown>;
}
const definitionsIn = (schema: Schema) => (schema as unknown as Definitions).$defs;

/** The part of a schema that one of its definitions needs. */
function partOf(schema: Schema, name: string): Schema {
  const all = definitionsIn(schema);
  const needed = new Set([name]);
  for (const each of needed)
    for (const [, other = ""] of JSON.stringify(all[each]).matchAll(/"#\/\$defs\/(\w+)"/g)) needed.add(other);
  return { $defs: Object.fromEntries([...needed].map((each) => [each, all[each]])) };
}

/** The schema of the API, in which a quota is as in the configuration. */
function apiSchema(): Schema {
  const schema = readSchema("schemas/api.schema.json");
  definitionsIn(schema)["Quota"] = definitionsIn(readSchema("schemas/configuration.schema.json"))["quota"];
  return schema;
}

interface DescribedEvent {
  readonly $ref?: string;
  readonly oneOf?: readonly DescribedEvent[];
  readonly properties?: { readonly type: { readonly const: string } };
}

/** The values of `type` in the events of the local API. */
function eventTypes(api: Schema, events: Schema): readonly string[] {
  const typesOf = (
    { $ref = "", oneOf = [], properties }: DescribedEvent,
    schema: Schema,
  ): readonly string[] => {
    if (properties !== undefined) return [properties.type.const];
    const [place = "", name = ""] = $ref.split("#/$defs/");
    const target = place === "" ? schema : events;
    const found = definitionsIn(target)[name] as DescribedEvent | undefined;
    return [
      ...(found === undefined ? [] : typesOf(found, target)),
      ...oneOf.flatMap((one) => typesOf(one, schema)),
    ];
  };
  return [...new Set(typesOf(definitionsIn(api)["ApiEvent"] as DescribedEvent, api))].sort();
}

/** The bodies and events of the local API, for its client, and the bodies by their names, for its routes. */
function apiTypes(): readonly (readonly [path: string, text: string])[] {
  const api = "schemas/api.schema.json";
  const events = "schemas/events.schema.json";
  // The events are a namespace, because a definition of the API may have the name of an event.
  const imports = 'import type * as events from "./events.gen.js";\n\n';
  const schema = apiSchema();
  const bodies = Object.keys(definitionsIn(schema)).map((name) => `readonly ${name}: api.${name};`);
  return [
    [api, JSON.stringify(schema, undefined, 2)],
    ["client/events.gen.ts", header(events) + declarations("EventLine", readSchema(events))],
    ["kernel/contract/events.gen.ts", header(events) + definitions(partOf(readSchema(events), "jobLine"))],
    ["client/api.gen.ts", header(api) + imports + definitions(schema)],
    [
      "server/events/event-types.gen.ts",
      `${header(api)}export const eventTypes: readonly string[] = ${JSON.stringify(eventTypes(schema, readSchema(events)))};\n`,
    ],
    [
      "features/base/bodies.gen.ts",
      `${header(api)}import type * as api from "@pictor/client";\n\nexport interface Bodies { ${bodies.join("\n")} }\n`,
    ],
  ];
}

/** The schema of manifests, in which a tap can ask for every event of a job. */
function manifestSchema(): Schema {
  const schema = readSchema("schemas/plugin-manifest.schema.json");
  const { $defs } = schema as unknown as {
    readonly $defs: { readonly onEventTap: { readonly properties: { readonly when: EventTypes } } };
  };
  $defs.onEventTap.properties.when.properties.types.items.enum = jobEvents().map(({ type }) => type);
  return schema;
}

/** Path and text of every generated source file. */
export function generatedTypes(): readonly (readonly [path: string, text: string])[] {
  const manifest = manifestSchema();
  const configuration = readSchema("schemas/configuration.schema.json");
  const dialect = 'import type { SettingsSchema } from "./dialect.js";\n\n';
  return [
    ["schemas/plugin-manifest.schema.json", JSON.stringify(manifest, undefined, 2)],
    [
      "kernel/contract/manifest.gen.ts",
      header("schemas/plugin-manifest.schema.json") + dialect + declarations("Manifest", manifest),
    ],
    [
      "kernel/contract/configuration.gen.ts",
      header("schemas/configuration.schema.json") + declarations("Configuration", configuration),
    ],
    ...apiTypes(),
    ["kernel/base/errors/error-catalog.gen.ts", errorCatalog()],
    ["libraries/workflow-parts/core-nodes.gen.ts", coreNodes()],
    ...readdirSync("plugins")
      .filter((name) => existsSync(`plugins/${name}/plugin.json`))
      .flatMap((name) => pluginTypes(`plugins/${name}`)),
  ];
}
