// The JSON pointers of values (RFC 6901 section 3), as errors name them.

/** The pointer of the value to which these names and indexes lead, without the `#` of a fragment. */
export const jsonPointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
