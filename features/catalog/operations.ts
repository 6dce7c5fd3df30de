// The operations on the catalog of a backend: its node classes, and the choices of settings that come from it.

import type { Pictor } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import { nearest, type Catalog } from "@pictor/kernel";
import { openRequestedBackend } from "../backends/instances.js";
import { backend, containsWords, cursor, limit, ok, operation, pageOf, thingUnknown } from "../base/index.js";
import { findClasses } from "./find-classes.js";

export interface CatalogContext {
  readonly pictor: Pick<Pictor, "backends" | "openBackend" | "redact">;
}

const summariesOf = (catalog: Catalog, search: string) =>
  findClasses(catalog, search).map(({ name, title, outputs }) => ({
    name,
    outputs: [...outputs],
    ...(title !== undefined && { title }),
  }));

export const catalogOperations = {
  listNodeClasses: operation("GET /v1/backends/{name}/catalog", {
    scope: "read",
    group: "backends",
    summary: "The node classes of a backend by name",
    query: {
      search: { type: "string", description: "A part of the name, or a whole output type" },
      cursor,
      limit,
    },
    replies: ok("ClassList", "The classes"),
  }).handle(async ({ params: { name }, query, signal }, { pictor }: CatalogContext) => {
    const { backend } = await openRequestedBackend(pictor, name);
    const all = summariesOf(await backend.catalog({ signal }), query.search ?? "");
    const { entries: classes, ...page } = pageOf(all, query.cursor, query.limit);
    return { classes, total: all.length, ...page };
  }),
  readNodeClass: operation("GET /v1/backends/{name}/catalog/{class}", {
    scope: "read",
    group: "backends",
    summary: "A node class in the catalog of a backend",
    replies: ok("NodeClass", "The class"),
  }).handle(async ({ params, signal }, { pictor }: CatalogContext) => {
    const { backend } = await openRequestedBackend(pictor, params.name);
    const found = (await backend.catalog({ classes: [params.class], signal })).get(params.class);
    const list = `/v1/backends/${params.name}/catalog`;
    if (found === undefined) throw thingUnknown("node class", params.class, list);
    return plainRecord(found, pictor.redact) as Record<string, unknown>;
  }),
  listChoices: operation("GET /v1/choices", {
    scope: "read",
    group: "describe",
    summary: "The choices of a setting with x-optionsFrom, from the catalog of a backend",
    query: {
      class: { type: "string", required: true, description: "Node class" },
      input: { type: "string", required: true, description: "Input of the class" },
      search: { type: "string", description: "Only choices that contain every word; default: all" },
      refresh: {
        type: "string",
        enum: ["true", "false"],
        description:
          "Reads the choices from the backend again, as after files were added to it; default false",
      },
      backend,
      cursor,
      limit,
    },
    replies: ok("ChoiceList", "The choices"),
  }).handle(async ({ query, signal }, { pictor }: CatalogContext) => {
    const { backend } = await pictor.openBackend(query.backend);
    const refresh = query.refresh === "true" ? { refresh: [query.class] } : {};
    const catalog = await backend.catalog({ classes: [query.class], ...refresh, signal });
    const found = catalog.get(query.class);
    const list = `/v1/backends/NAME/catalog/${query.class}`;
    if (found === undefined) throw thingUnknown("node class", query.class, list);
    const input = found.inputs.find(({ name }) => name === query.input);
    if (input?.options === undefined) throw thingUnknown("choice input", query.input, list);
    const all = input.options.map(String);
    const { search = "" } = query;
    const chosen = all.filter((choice) => containsWords(choice, search));
    // If nothing matches, the choice with the nearest name is returned.
    const near = chosen.length === 0 ? nearest(search, all) : undefined;
    const listed = near === undefined ? chosen : [near];
    const { entries: choices, ...page } = pageOf(listed, query.cursor, query.limit);
    return { choices, total: listed.length, ...page };
  }),
} as const;
