// Parses the settings line of a `parameters` text leniently, and formats it strictly: `Steps: 20, Sampler: Euler a,
// Model: "a, b"`.

const closingBrackets: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")", "<": ">" };

/** Index after the JSON string that starts at `start`; undefined when the string is not closed. */
function endOfString(line: string, start: number): number | undefined {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === '"') return at + 1;
  }
  return undefined;
}

/**
 * Index of the end of the value that starts at `start`: the next comma outside quotes and brackets, or the end of the
 * line. An unmatched closing bracket is ignored. An unclosed bracket extends the value to the end of the line.
 */
function endOfValue(line: string, start: number): number {
  const first = start + (/^\s*/.exec(line.slice(start))?.[0].length ?? 0);
  const stringEnd = line[first] === '"' ? endOfString(line, first) : undefined;
  const expectedClosings: string[] = [];
  for (let at = stringEnd ?? first; at < line.length; at++) {
    const character = line.charAt(at);
    const expected = expectedClosings.at(-1);
    if (character === "," && expected === undefined) return at;
    if (character === "\\" && expected === '"') at++;
    else if (character === expected) expectedClosings.pop();
    else if (character === '"') expectedClosings.push(character);
    else if (Object.hasOwn(closingBrackets, character))
      expectedClosings.push(closingBrackets[character] ?? "");
  }
  return line.length;
}

/** The text of a JSON string; any other value as it is. */
function unquote(value: string): string {
  if (!/^".*"$/.test(value)) return value;
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === "string" ? text : value;
  } catch {
    return value;
  }
}

/** Skips parts without a colon. Of two fields with the same name, keeps the first. */
export function parseSettingsLine(line: string): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (let at = 0; at < line.length;) {
    const separator = /[:,]/.exec(line.slice(at));
    if (separator === null) break;
    const nameEnd = at + separator.index;
    const name = line.slice(at, nameEnd).trim();
    if (separator[0] === ",") {
      at = nameEnd + 1;
      continue;
    }
    const end = endOfValue(line, nameEnd + 1);
    if (name !== "" && !fields.has(name)) fields.set(name, unquote(line.slice(nameEnd + 1, end).trim()));
    at = end + 1;
  }
  return Object.fromEntries(fields);
}

/** Quotes a value as JSON if it contains separators, leading or trailing spaces, or unclosed brackets. */
function quoteIfNeeded(value: string): string {
  const isPlain =
    !/[,:"\\\n\r]/.test(value) && value.trim() === value && endOfValue(`${value},`, 0) === value.length;
  return isPlain ? value : JSON.stringify(value);
}

export const formatSettingsLine = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${quoteIfNeeded(value)}`)
    .join(", ");
