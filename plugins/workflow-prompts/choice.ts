// Reads a choice, `{a|2::b}`.

import { isDecimal } from "./decimal.js";
import { matchAt } from "./marks.js";
import { refused, type Refused } from "./problem.js";
import type { Choice, Option, Part } from "./syntax.js";

/** Reads the parts from `start` to the end of the text, or inside a choice (`depth` above 0) to the end of the option. */
export type ReadParts = (
  text: string,
  start: number,
  depth: number,
) => { readonly parts: readonly Part[]; readonly next: number } | Refused;

/** Choices inside choices; more would be a slip, and each takes room on the stack. */
const deepest = 64;

const optionWeight = /\s*([+-]?\.?\d[\d.]*)\s*::/y;
const optionCount = /\s*\d+(?:-\d+)?\$\$/y;

/** Without spaces at its ends, and without texts that are empty then. */
function trimmedParts(parts: readonly Part[]): readonly Part[] {
  const last = parts.length - 1;
  return parts
    .map((part, index) => {
      if (part.kind !== "text") return part;
      const cut = index === 0 ? part.source.trimStart() : part.source;
      return { ...part, source: index === last ? cut.trimEnd() : cut };
    })
    .filter((part) => part.kind !== "text" || part.source !== "");
}

function readOption(
  text: string,
  at: number,
  depth: number,
  readParts: ReadParts,
): { readonly option: Option; readonly next: number } | Refused {
  const count = matchAt(optionCount, text, at)?.[0];
  if (count !== undefined) {
    const advice = "A choice takes exactly one option; write \\$ for a dollar sign.";
    return refused(
      "invalid-token",
      { start: at, end: at + count.length },
      `"${count.trim()}"`,
      "an option",
      advice,
    );
  }
  const [before = "", weight = "1"] = matchAt(optionWeight, text, at) ?? [];
  if (!isDecimal(weight) || Number(weight) < 0) {
    const advice = "An option's weight is a decimal with a dot, such as 2 or 0.5; write \\: for a colon.";
    return refused("bad-weight", { start: at, end: at + before.length }, `"${weight}"`, "a weight", advice);
  }
  const read = readParts(text, at + before.length, depth);
  if ("problem" in read) return read;
  return { option: { weight: Number(weight), parts: trimmedParts(read.parts) }, next: read.next };
}

/** Reads the choice whose `{` stands at `at`. */
export function readChoice(
  text: string,
  at: number,
  depth: number,
  readParts: ReadParts,
): { readonly part: Choice; readonly next: number } | Refused {
  if (depth > deepest) {
    const found = `more than ${deepest} choices inside each other`;
    return refused("too-deep", { start: at, end: at + 1 }, found, "fewer", "Write \\{ for the sign itself.");
  }
  const options: Option[] = [];
  for (let start = at + 1; ;) {
    const read = readOption(text, start, depth, readParts);
    if ("problem" in read) return read;
    options.push(read.option);
    if (read.next >= text.length) {
      const advice =
        "Close the { that begins here (a comment hides the rest of its line), or write \\{ for the sign.";
      return refused(
        "unexpected-end",
        { start: at, end: text.length },
        "the end of the text",
        "a | or }",
        advice,
      );
    }
    start = read.next + 1;
    if (text[read.next] === "|") continue;
    if (options.every(({ weight }) => weight === 0)) {
      const advice = "Give at least one option a weight above 0.";
      return refused(
        "bad-weight",
        { start: at, end: start },
        "only weights of 0",
        "an option to choose",
        advice,
      );
    }
    return { part: { kind: "choice", options, start: at, end: start }, next: start };
  }
}
