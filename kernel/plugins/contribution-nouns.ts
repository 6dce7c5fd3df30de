// The contributions that have an id, and what people call them.

/** The noun of each member of `contributes`, as in "the auth scheme basic". The ids of one member are unique. */
export const contributionNouns = {
  authSchemes: "auth scheme",
  workflows: "workflow",
  features: "feature",
  backends: "backend kind",
  secretStores: "secret store",
  apis: "API",
  panels: "panel",
} as const;

export const contributionKinds = Object.keys(
  contributionNouns,
) as readonly (keyof typeof contributionNouns)[];
