// Decides from data (`when`) whether a tap runs, before its plugin is called or imported.

/** The properties of a call that filters match. */
export type FilterSubject = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether every member of the filter matches the subject's property of the same name: a string must equal the property or
 * one of its entries, a list must contain the property. The member `types` is compared with the property `type`.
 */
export function matches(when: Readonly<Record<string, unknown>>, subject: FilterSubject): boolean {
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
