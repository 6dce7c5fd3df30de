// The operations that show the extensions of a backend. Changes are long work, which the server runs.

import type { AvailableExtension, Extension } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import { withoutUndefined, type ExtensionsFacet } from "@pictor/kernel";
import { openRequestedFacet } from "../backends/instances.js";
import { cursor, limit, ok, operation, pageOf } from "../base/index.js";

export interface ExtensionContext {
  readonly pictor: Pick<Pictor, "backends" | "openBackend" | "redact">;
}

const availableIn = async (facet: ExtensionsFacet, query: string, signal: AbortSignal) =>
  (await facet.available(query, { signal })).map(
    ({ id, title, description, author, registryId, repository, version }): AvailableExtension =>
      withoutUndefined({ id, title, description, author, registryId, repository, version }),
  );

const params = { name: "Name of a backend, as list_backends shows it" } as const;

export const extensionOperations = {
  listExtensions: operation("GET /v1/backends/{name}/extensions", {
    scope: "read",
    group: "extensions",
    summary: "The extensions that a backend has, and the changes that it can make",
    replies: ok("ExtensionList", "The extensions"),
    tool: {
      description:
        "Lists the extensions (custom nodes) that a backend has, and those that failed to load. The user installs what is missing.",
      params,
    },
  }).handle(async ({ params: { name }, signal }, { pictor }: ExtensionContext) => {
    const { facet } = await openRequestedFacet(pictor, name, "extensions");
    const { actions, reason } = await facet.capabilities({ signal });
    const installed = await facet.list({ signal });
    const extensions = installed.map((one) => plainRecord({ ...one }, pictor.redact) as Extension);
    return withoutUndefined({ extensions, actions: [...actions], reason });
  }),
  listAvailableExtensions: operation("GET /v1/backends/{name}/extensions/available", {
    scope: "read",
    group: "extensions",
    summary: "The extensions that a backend can install",
    query: {
      search: { type: "string", description: "Words of title, id, author and description; default: all" },
      cursor,
      limit,
    },
    replies: ok("AvailableExtensionList", "The extensions"),
    tool: { description: "Finds extensions (custom nodes) that the user can install on a backend.", params },
  }).handle(async ({ params: { name }, query, signal }, { pictor }: ExtensionContext) => {
    const { facet } = await openRequestedFacet(pictor, name, "extensions");
    const found = await availableIn(facet, query.search ?? "", signal);
    const { entries: extensions, ...page } = pageOf(found, query.cursor, query.limit);
    return { extensions, total: found.length, ...page };
  }),
} as const;
