// Parses .git/config without git, so that no program that the file names can run. Pure.

/** Values by `section.key` or `section.subsection.key`, in order. Section and key are in lower case. */
export type GitConfig = ReadonlyMap<string, readonly string[]>;

const sectionLine = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;

/** Parses the text of the file. Invalid lines are skipped. */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string[]>();
  let section: string | undefined;
  for (const line of joined(text)) {
    const [head, name, subsection] = sectionLine.exec(line) ?? [];
    if (head !== undefined && name !== undefined) {
      const inner = subsection?.replace(/\\(.)/g, "$1");
      section = inner === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${inner}`;
    }
    const [, key, value] =
      /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/s.exec(line.slice(head?.length ?? 0)) ?? [];
    if (key === undefined || section === undefined) continue;
    const path = `${section}.${key.toLowerCase()}`;
    values.set(path, [...(values.get(path) ?? []), value === undefined ? "true" : unquoted(value)]);
  }
  return values;
}

/** The lines; a backslash at the end of a line joins it with the next. */
const joined = (text: string): readonly string[] => text.replace(/\\\r?\n/g, "").split(/\r?\n/);

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** A value without its quotation marks and the comment after it. */
function unquoted(value: string): string {
  let read = "";
  let isQuoted = false;
  let keep = 0;
  for (let index = 0; index < value.length; index++) {
    const sign = value.charAt(index);
    if (sign === "\\") {
      const next = value.charAt(++index);
      read += escapes[next] ?? next;
      keep = read.length;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "#" || sign === ";")) break;
    else read += sign;
    if (isQuoted || /\S/.test(sign)) keep = read.length;
  }
  return read.slice(0, keep).trimStart();
}
