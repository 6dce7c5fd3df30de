// `when` as data: whether a tap takes part in a call, decided before its plugin is entered or imported.

/** What a call says of itself, under the names that filters use. */
export type Subject = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A filter matches when each of its members matches: a text equals the subject's (or is one of them), a list holds
 * it. The member `types` of event filters is compared with the subject's `type`.
 */
export function matches(when: Readonly<Record<string, unknown>>, subject: Subject): boolean {
  for (const key in when) {
    const wanted = when[key];
    const found = subject[key === "types" ? "type" : key];
    if (wanted === undefined) continue;
    if (
      Array.isArray(wanted)
        ? !wanted.includes(found)
        : Array.isArray(found)
          ? !found.includes(wanted)
          : wanted !== found
    ) {
      return false;
    }
  }
  return true;
}
