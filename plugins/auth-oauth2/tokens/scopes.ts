// Scopes as sets (RFC 6749 section 3.3).

/** The scopes in a string, without duplicates. */
export const parseScopes = (text: string, separator = /\s+/): readonly string[] => [
  ...new Set(text.split(separator).filter((scope) => scope !== "")),
];

/**
 * Whether a scope is a `scope-token` (RFC 6749 appendix A.4) of readable length; no other text from the provider is shown.
 */
const isPresentable = (scope: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope);

/** A sentence about the difference between requested and granted scopes; undefined if there is none. */
export function scopeNote(requested: string, granted: string | undefined): string | undefined {
  // A response without a scope grants the requested scopes (RFC 6749 section 5.1).
  if (granted === undefined) return undefined;
  // Some providers, such as GitHub, separate scopes with commas.
  const wanted = parseScopes(requested, /[\s,]+/);
  const received = parseScopes(granted, /[\s,]+/).filter(isPresentable);
  const missing = wanted.filter((scope) => !received.includes(scope));
  const additional = received.filter((scope) => !wanted.includes(scope));
  if (wanted.length === 0)
    return additional.length === 0 ? undefined : `The provider chose the scope ${additional.join(" ")}.`;
  const parts = [
    ...(missing.length > 0 ? [`does not have the scope ${missing.join(" ")}`] : []),
    ...(additional.length > 0 ? [`has the scope ${additional.join(" ")}, which was not requested`] : []),
  ];
  return parts.length === 0 ? undefined : `The token ${parts.join(", and it ")}.`;
}
