// The JSON pointers of values (RFC 6901 section 3), as errors name them.

/** The pointer of the value to which these names and indexes lead, without the `#` of a fragment. */
export const jsonPointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The names and indexes of a pointer, with or without the `#` of a fragment. */
export const pointerParts = (pointer: string): readonly string[] =>
  pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
