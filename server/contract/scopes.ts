// The scopes of a token: what its holder is allowed to do.

/** The scopes, from the smallest to the largest. `generate` and `request` each include `read`; `admin` includes all. */
export const scopes = ["read", "generate", "request", "admin"] as const;

export type Scope = (typeof scopes)[number];

/** Whether one of the granted scopes includes the scope that a route needs. */
export const includesScope = (granted: readonly Scope[], needed: Scope): boolean =>
  granted.some((scope) => scope === "admin" || scope === needed || needed === "read");
