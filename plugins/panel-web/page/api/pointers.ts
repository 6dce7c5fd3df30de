// JSON pointers (RFC 6901) of the values of a form, a draft or a request. Pure.

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

export const pointerTo = (pointer: string, name: string | number): string =>
  `${pointer}/${escaped(String(name))}`;

/** The names along a pointer, without its escapes. */
export const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
