// The scopes of a token: what its holder is allowed to do.

/**
 * The scopes, from the smallest to the largest. `generate` and `request` each include the routes of `read`, where they
 * see the work of their own name (`reach.ts`); `admin` includes all.
 */
export const scopes = ["read", "generate", "request", "admin"] as const;

export type Scope = (typeof scopes)[number];

/** The scopes in a list that may have been changed by hand: what is none is left out. */
export const scopesIn = (list: readonly unknown[]): readonly Scope[] =>
  scopes.filter((scope) => list.includes(scope));

/** Whether one of the granted scopes includes the scope that a route needs. */
export const includesScope = (granted: readonly Scope[], needed: Scope): boolean =>
  granted.some((scope) => scope === "admin" || scope === needed || needed === "read");

export const isAdministrator = ({ scopes: granted }: { readonly scopes: readonly Scope[] }): boolean =>
  includesScope(granted, "admin");
