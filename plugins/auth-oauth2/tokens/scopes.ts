// Scopes as sets (RFC 6749 section 3.3). Pure.

export const scopesOf = (text: string): readonly string[] => [
  ...new Set(text.split(/\s+/).filter((scope) => scope !== "")),
];

/** scope-token, of a length that a person reads: the rest of a server's text is not shown. */
const isShown = (scope: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope);

/** How the granted scope differs from the one that was asked for, in a sentence; undefined when it does not. */
export function scopeNote(requested: string, granted: string | undefined): string | undefined {
  // An answer without a scope grants what was asked for (RFC 6749 section 5.1).
  if (granted === undefined) return undefined;
  const [wanted, got] = [scopesOf(requested), scopesOf(granted).filter(isShown)];
  const missing = wanted.filter((scope) => !got.includes(scope));
  const more = got.filter((scope) => !wanted.includes(scope));
  if (wanted.length === 0)
    return more.length === 0 ? undefined : `The provider chose the scope ${more.join(" ")}.`;
  const parts = [
    ...(missing.length > 0 ? [`does not have the scope ${missing.join(" ")}`] : []),
    ...(more.length > 0 ? [`has the scope ${more.join(" ")} that was not asked for`] : []),
  ];
  return parts.length === 0 ? undefined : `The token ${parts.join(", and ")}.`;
}
