// Checks JSON texts and lays them out without changing their numbers, texts and variables.

const token = /"(?:[^"\\]|\\.)*"?|\{\{[^{}]*\}\}|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Why a text is not valid JSON; undefined if it is. A variable outside of a string counts as a number. */
export function jsonFault(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  // The number is as long as the variable, so that the place that a fault names is the one in the text.
  const filled = text.replace(token, (part) => (part.startsWith("{{") ? "0".padEnd(part.length) : part));
  try {
    JSON.parse(filled);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Yields the laid-out text in parts, so that a long text can be laid out between the frames of the page. Lines are no
 * longer indented when all indentations are twenty times as long as the text, as those of lists in lists without end
 * would be.
 */
export function* layOut(text: string, partLength = 100_000): Generator<string, void> {
  let out = "";
  let depth = 0;
  let last = "";
  let left = 20 * text.length + 1_000_000;
  const line = (): string => {
    left -= 2 * depth;
    return left < 0 ? "\n" : `\n${"  ".repeat(depth)}`;
  };
  for (const [part] of text.matchAll(token)) {
    if (part === "}" || part === "]") {
      depth = Math.max(0, depth - 1);
      out += (last === "{" || last === "[" ? "" : line()) + part;
    } else {
      if (last === "{" || last === "[" || last === ",") out += line();
      out += part === ":" ? ": " : part;
      if (part === "{" || part === "[") depth++;
    }
    last = part;
    if (out.length >= partLength) {
      yield out;
      out = "";
    }
  }
  yield out;
}

export const formatJson = (text: string): string => [...layOut(text)].join("");
