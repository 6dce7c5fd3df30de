// Generated from the operations of features and server/routes by `npm run gen`; do not edit.

import type { OperationTool } from "../schema/operation-tool.js";

export const operationTools: readonly OperationTool[] = [
  {
    operation: "listExtensions",
    name: "list_extensions",
    title: "List extensions",
    description:
      "Lists the extensions (custom nodes) that a backend has, and those that failed to load. The user installs what is missing.",
    scope: "read",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: {
      type: "object",
      properties: { name: { type: "string", description: "Name of a backend, as list_backends shows it" } },
      additionalProperties: false,
      required: ["name"],
    },
    output: {
      type: "object",
      required: ["extensions", "actions"],
      properties: {
        extensions: {
          type: "array",
          items: {
            type: "object",
            required: ["id", "place", "origin", "repositories", "enabled"],
            properties: {
              id: { type: "string" },
              place: { type: "string", description: "Folder or file below `custom_nodes`" },
              origin: { type: "string", enum: ["git", "registry", "folder", "file", "unknown"] },
              registryId: { type: "string" },
              repositories: { type: "array", items: { type: "string" } },
              version: { type: "string" },
              versionFrom: { type: "string", enum: ["pyproject", "tag", "manager"] },
              commit: { type: "string" },
              enabled: { type: "boolean" },
              loaded: {
                type: "boolean",
                description: "Whether the running server has loaded it; absent if it is not known",
              },
              failure: { type: "string", description: "Why it was not loaded" },
              pending: { type: "boolean", description: "Another version takes effect after a restart" },
            },
          },
        },
        actions: {
          type: "array",
          description: "The changes that the backend can make",
          items: { type: "string", enum: ["install", "update", "enable", "disable", "remove"] },
        },
        reason: { type: "string", description: "Why the other changes are not possible" },
      },
    },
    places: { name: "params" },
  },
  {
    operation: "listAvailableExtensions",
    name: "list_available_extensions",
    title: "List available extensions",
    description: "Finds extensions (custom nodes) that the user can install on a backend.",
    scope: "read",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: {
      type: "object",
      properties: {
        name: { type: "string", description: "Name of a backend, as list_backends shows it" },
        search: { type: "string", description: "Words of title, id, author and description; default: all" },
        cursor: { type: "string", description: "`cursor` of the page before" },
        limit: { type: "integer", description: "Entries on a page; default 100", minimum: 1, maximum: 500 },
      },
      additionalProperties: false,
      required: ["name"],
    },
    output: {
      type: "object",
      required: ["extensions", "total"],
      properties: {
        extensions: {
          type: "array",
          items: {
            type: "object",
            required: ["id", "title"],
            properties: {
              id: { type: "string" },
              title: { type: "string" },
              description: { type: "string" },
              author: { type: "string" },
              registryId: { type: "string" },
              repository: { type: "string" },
              version: { type: "string" },
            },
          },
        },
        total: { type: "integer", description: "Number of extensions that match the search" },
        cursor: { type: "string", description: "For the next page; absent on the last one" },
      },
    },
    places: { name: "params", search: "query", cursor: "query", limit: "query" },
  },
];
