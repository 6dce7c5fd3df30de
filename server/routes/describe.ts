// Routes: schemes and kinds of backends, in the form in which plugins declare them, and the choices of settings.

import { wordsOf } from "@pictor/features/gallery";
import { nearest } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { cursor, limit, backend, ok, pageOf } from "@pictor/features/base";
import { route } from "./route.js";

/** Whether a choice contains every word of a search. */
function matches(choice: string, search: string): boolean {
  const text = choice.toLowerCase();
  return wordsOf(search.toLowerCase()).every((word) => text.includes(word));
}

export const describeRoutes = {
  listBackendKinds: route({
    method: "GET",
    path: "/v1/backend-kinds",
    scope: "read",
    group: "describe",
    summary: "The kinds of backends with their settings",
    replies: ok("BackendKindList", "The kinds"),
  }).handle((_call, { pictor }) => ({
    backendKinds: pictor
      .contributions("backends")
      .map(({ id, title, plugin, settings }) => ({ id, title, plugin, settings: { ...settings } })),
  })),
  listChoices: route({
    method: "GET",
    path: "/v1/choices",
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
  }).handle(async ({ query, signal }, { pictor }) => {
    const { backend } = await pictor.openBackend(query.backend);
    const refresh = query.refresh === "true" ? { refresh: [query.class] } : {};
    const catalog = await backend.catalog({ classes: [query.class], ...refresh, signal });
    const found = catalog.get(query.class);
    const list = `/v1/backends/NAME/catalog/${query.class}`;
    if (found === undefined) throw fault("API_THING_UNKNOWN", { kind: "node class", id: query.class, list });
    const input = found.inputs.find(({ name }) => name === query.input);
    if (input?.options === undefined)
      throw fault("API_THING_UNKNOWN", { kind: "choice input", id: query.input, list });
    const all = input.options.map(String);
    const { search = "" } = query;
    const chosen = search === "" ? all : all.filter((choice) => matches(choice, search));
    // If nothing matches, the choices with similar names are returned.
    const near = chosen.length === 0 ? nearest(search, all) : undefined;
    const { entries, cursor } = pageOf(near === undefined ? chosen : [near], query.cursor, query.limit);
    const total = near === undefined ? chosen.length : 1;
    return { choices: entries, total, ...(cursor !== undefined && { cursor }) };
  }),
} as const;
