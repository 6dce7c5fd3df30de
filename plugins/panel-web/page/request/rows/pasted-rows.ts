// Rows in a pasted text: headers as programs show them, the lines of a .env file, the fields of a form. Pure.

export interface PastedRow {
  readonly name: string;
  readonly value: string;
}

/** The rows of a text of several lines, each of which has a name and a value; undefined for any other text. */
export function pastedRows(text: string): readonly PastedRow[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
  if (lines.length < 2) return undefined;
  const rows = lines.map((each) => {
    const at = each.search(/[:=]/);
    return at < 1 ? undefined : { name: each.slice(0, at).trimEnd(), value: each.slice(at + 1).trimStart() };
  });
  return rows.every((row) => row !== undefined) ? rows : undefined;
}
