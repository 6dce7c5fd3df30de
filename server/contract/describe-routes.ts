// Routes: what the plugins offer.

import { backend, cursor, limit, ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const describeRoutes = {
  listWorkflows: {
    method: "GET",
    path: "/v1/workflows",
    scope: "read",
    group: "describe",
    summary: "The workflows with their settings",
    replies: ok("WorkflowList", "The workflows"),
  },
  readWorkflow: {
    method: "GET",
    path: "/v1/workflows/{id}",
    scope: "read",
    group: "describe",
    summary: "One workflow with its settings",
    replies: ok("Workflow", "The workflow"),
  },
  listFeatures: {
    method: "GET",
    path: "/v1/features",
    scope: "read",
    group: "describe",
    summary: "The add-ons with their settings",
    replies: ok("FeatureList", "The add-ons"),
  },
  listAuthSchemes: {
    method: "GET",
    path: "/v1/auth-schemes",
    scope: "read",
    group: "describe",
    summary: "The authentication schemes with their settings",
    replies: ok("AuthSchemeList", "The schemes"),
  },
  listBackendKinds: {
    method: "GET",
    path: "/v1/backend-kinds",
    scope: "read",
    group: "describe",
    summary: "The kinds of backends with their settings",
    replies: ok("BackendKindList", "The kinds"),
  },
  readSettingsSchema: {
    method: "GET",
    path: "/v1/settings-schemas/{kind}/{id}",
    scope: "read",
    group: "describe",
    summary:
      "The settings of one of the workflows, features, auth-schemes or backend-kinds as plain JSON Schema",
    replies: { 200: { description: "The schema", media: ["application/schema+json"] } },
  },
  listPlugins: {
    method: "GET",
    path: "/v1/plugins",
    scope: "read",
    group: "describe",
    summary: "The plugins and their states",
    replies: ok("PluginList", "The plugins"),
  },
  listProblems: {
    method: "GET",
    path: "/v1/problems",
    scope: "read",
    group: "describe",
    summary: "The problems of all plugins",
    replies: ok("ProblemList", "The problems"),
  },
  listChoices: {
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
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
