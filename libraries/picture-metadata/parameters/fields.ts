// The line of settings: `Steps: 20, Sampler: Euler a, Model: "a, b"`, read with patience and written with care.

const closing: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")", "<": ">" };

/** Where the JSON string that begins at `start` ends; undefined when it never does. */
function endOfString(line: string, start: number): number | undefined {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === '"') return at + 1;
  }
  return undefined;
}

/**
 * Where the value that begins at `start` ends: at the next comma outside quotes and brackets, or with the line. A
 * closing bracket that nothing opened counts for nothing; one that is missing takes the rest of the line with it.
 */
function endOfValue(line: string, start: number): number {
  const first = start + (/^\s*/.exec(line.slice(start))?.[0].length ?? 0);
  const quotedEnd = line[first] === '"' ? endOfString(line, first) : undefined;
  const open: string[] = [];
  for (let at = quotedEnd ?? first; at < line.length; at++) {
    const sign = line.charAt(at);
    const awaited = open.at(-1);
    if (sign === "," && awaited === undefined) return at;
    if (sign === "\\" && awaited === '"') at++;
    else if (sign === awaited) open.pop();
    else if (sign === '"') open.push(sign);
    else if (Object.hasOwn(closing, sign)) open.push(closing[sign] ?? "");
  }
  return line.length;
}

/** A quoted value as the text that was meant; anything else as it is. */
function unquoted(value: string): string {
  if (!/^".*"$/.test(value)) return value;
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === "string" ? text : value;
  } catch {
    return value;
  }
}

/** Pieces without a colon are passed over; of two fields with one name the first counts. */
export function parseFields(line: string): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (let at = 0; at < line.length;) {
    const sign = /[:,]/.exec(line.slice(at));
    if (sign === null) break;
    const middle = at + sign.index;
    const name = line.slice(at, middle).trim();
    if (sign[0] === ",") {
      at = middle + 1;
      continue;
    }
    const end = endOfValue(line, middle + 1);
    if (name !== "" && !fields.has(name)) fields.set(name, unquoted(line.slice(middle + 1, end).trim()));
    at = end + 1;
  }
  return Object.fromEntries(fields);
}

/** As JSON where a reader would otherwise see something else: at a sign of the list, or where a bracket stays open. */
function quoted(value: string): string {
  const isPlain =
    !/[,:"\\\n\r]/.test(value) && value.trim() === value && endOfValue(`${value},`, 0) === value.length;
  return isPlain ? value : JSON.stringify(value);
}

export const fieldsText = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${quoted(value)}`)
    .join(", ");
