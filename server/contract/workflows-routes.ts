// Routes: forms of graphs, and the workflows that a user saves from a graph.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const workflowsRoutes = {
  describeGraph: {
    method: "POST",
    path: "/v1/graph-forms",
    scope: "admin",
    group: "workflows",
    summary: "The inputs of a graph as a form, and what of it the backend does not have",
    body: "GraphFormRequest",
    replies: ok("GraphForm", "The form"),
  },
  saveWorkflow: {
    method: "PUT",
    path: "/v1/workflows/{id}",
    scope: "admin",
    group: "workflows",
    summary: "Save a graph as a workflow of the user, in place of an earlier one of the same id",
    body: "WorkflowDraft",
    replies: ok("SavedWorkflow", "The workflow"),
  },
  deleteWorkflow: {
    method: "DELETE",
    path: "/v1/workflows/{id}",
    scope: "admin",
    group: "workflows",
    summary: "Delete a workflow that was saved from a graph",
    replies: ok("SavedWorkflow", "The workflow is deleted"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
