// Decides from data (`when`) whether a tap runs, before its plugin is called or imported.

/** The properties of a call that filters match. */
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
