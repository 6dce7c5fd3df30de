// The kinds of plugins that `pictor plugins new` creates.

/**
 * `what` names the contribution of the new plugin; `id` is the form of its id. Ids are for ever, so a feature has
 * another one than a workflow of the same name, in whatever order they are created.
 */
export const kinds = {
  auth: { what: "auth scheme", id: "auth-<name>" },
  workflow: { what: "workflow", id: "workflow-<name>" },
  feature: { what: "feature", id: "workflow-<name>-feature" },
  backend: { what: "backend kind", id: "backend-<name>" },
  gate: { what: "gate", id: "<name>-checker" },
  output: { what: "output step", id: "output-<name>" },
  api: { what: "API", id: "api-<name>" },
  panel: { what: "panel", id: "panel-<name>" },
} as const;
export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as readonly Kind[];
