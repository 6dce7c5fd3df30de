// Scopes as sets (RFC 6749 section 3.3).

/** The scopes in a string, without duplicates. */
export const parseScopes = (text: string, separator = /\s+/): readonly string[] => [
  ...new Set(text.split(separator).filter((scope) => scope !== "")),
];

/**
 * Whether a scope is a `scope-token` (RFC 6749 appendix A.4) of readable length; no other text from the provider is shown.
 */
const isPresentable = (scope: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope);

/** Spellings of scopes that providers answer with (Google, OpenID Connect Core section 5.4). */
const standardSpellings: ReadonlyMap<string, string> = new Map([
  ["https://www.googleapis.com/auth/userinfo.email", "email"],
  ["https://www.googleapis.com/auth/userinfo.profile", "profile"],
]);
const standardScope = (scope: string): string => standardSpellings.get(scope) ?? scope;

/** Whether one is the other with the resource before it, as Entra adds or removes it: `api://x/Read` and `Read`. */
const isSameInResource = (one: string, other: string): boolean =>
  one.includes("://") && one.toLowerCase().endsWith(`/${other.toLowerCase()}`);
const isSame = (one: string, other: string): boolean =>
  one === other || isSameInResource(one, other) || isSameInResource(other, one);

/** What the provider sent beside the scope. */
export interface SentTokens {
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
}

/** Whether the answer fulfils a scope that it does not name: its token came, or it stands for all scopes of a resource. */
const isFulfilled = (scope: string, { refreshToken, idToken }: SentTokens): boolean =>
  (/^offline(_access)?$/.test(scope) && refreshToken !== undefined) ||
  (scope === "openid" && idToken !== undefined) ||
  isDefault(scope);
/** Entra's name for every scope that was granted to the client. */
const isDefault = (scope: string): boolean => /(^|\/)\.default$/.test(scope);

/** A sentence about the difference between requested and granted scopes; undefined if there is none. */
export function scopeNote(
  requested: string,
  granted: string | undefined,
  sent: SentTokens,
): string | undefined {
  // A response without a scope grants the requested scopes (RFC 6749 section 5.1).
  if (granted === undefined) return undefined;
  // Some providers, such as GitHub, separate scopes with commas.
  const wanted = parseScopes(requested, /[\s,]+/);
  const received = parseScopes(granted, /[\s,]+/).filter(isPresentable);
  const missing = wanted.filter(
    (scope) =>
      !received.some((other) => isSame(standardScope(scope), standardScope(other))) &&
      !isFulfilled(scope, sent),
  );
  const additional = wanted.some(isDefault)
    ? []
    : received.filter((scope) => !wanted.some((other) => isSame(standardScope(scope), standardScope(other))));
  if (wanted.length === 0)
    return additional.length === 0 ? undefined : `The provider chose the scope ${additional.join(" ")}.`;
  const parts = [
    ...(missing.length > 0 ? [`does not have the scope ${missing.join(" ")}`] : []),
    ...(additional.length > 0 ? [`has the scope ${additional.join(" ")}, which was not requested`] : []),
  ];
  return parts.length === 0 ? undefined : `The token ${parts.join(", and it ")}.`;
}
