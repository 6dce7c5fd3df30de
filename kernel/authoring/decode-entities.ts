// Decodes the character references of XML and HTML in a text.

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi;

/** The text with the characters that its references name. A reference to another name, or to no character, stays as it is. */
export const decodeEntities = (text: string): string =>
  text.replace(reference, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
