// Parses a choice such as `{a|2::b}`.

import { isDecimal, matchAt, startsCommentAfter } from "@pictor/prompt-syntax";
import { promptFailure, type PromptFailure } from "./prompt-problem.js";
import type { Choice, ChoiceOption, PromptPart } from "./prompt-syntax.js";

/** Parses parts from `start` to the end of the text or, inside a choice (`depth` above 0), to the end of the option. */
export type ParseParts = (
  text: string,
  start: number,
  depth: number,
) =>
  | { readonly parts: readonly PromptPart[]; readonly openBraces?: readonly number[]; readonly next: number }
  | PromptFailure;

/** Maximum depth of nested choices, because each nesting takes space on the call stack. */
const maxDepth = 64;

const optionWeight = /\s*([+-]?\.?\d[\d.]*)\s*::/y;
/** Other programs use `{2$$a|b|c}` to choose several options. */
const optionCount = /\s*\d+(?:-\d+)?\$\$/y;

/** Trims each option, and drops the options that are then empty. */
function trimParts(parts: readonly PromptPart[]): readonly PromptPart[] {
  const last = parts.length - 1;
  return parts
    .map((part, index) => {
      if (part.kind !== "text") return part;
      const source = index === 0 ? part.source.trimStart() : part.source;
      return { ...part, source: index === last ? source.trimEnd() : source };
    })
    .filter((part) => part.kind !== "text" || part.source !== "");
}

const blanks = /\s*/y;
const restOfLine = /[^\r\n]*/y;

/** The offset after the comments at the start of an option, which may stand in front of its weight. */
function afterComments(text: string, start: number): number {
  for (let at = start; ;) {
    const next = at + (matchAt(blanks, text, at)?.[0].length ?? 0);
    if (text[next] !== "#" || !startsCommentAfter(text[next - 1] ?? "")) return at;
    at = next + (matchAt(restOfLine, text, next)?.[0].length ?? 0);
  }
}

function parseOption(
  text: string,
  start: number,
  depth: number,
  parseParts: ParseParts,
): { readonly option: ChoiceOption; readonly next: number } | PromptFailure {
  const at = afterComments(text, start);
  const count = matchAt(optionCount, text, at)?.[0];
  if (count !== undefined) {
    const span = { start: at, end: at + count.length };
    const advice = "A choice takes exactly one option; write \\$ for a dollar sign.";
    return promptFailure("invalid-token", span, `"${count.trim()}"`, "an option", advice);
  }
  const [prefix = "", weight = "1"] = matchAt(optionWeight, text, at) ?? [];
  if (!isDecimal(weight) || Number(weight) < 0) {
    const span = { start: at, end: at + prefix.length };
    const advice =
      "The weight of an option is a decimal with a dot, such as 2 or 0.5; write \\: for a colon.";
    return promptFailure("bad-weight", span, `"${weight}"`, "a weight", advice);
  }
  const parsed = parseParts(text, at + prefix.length, depth);
  if ("problem" in parsed) return parsed;
  return { option: { weight: Number(weight), parts: trimParts(parsed.parts) }, next: parsed.next };
}

/** Parses the choice whose `{` is at the offset. */
export function parseChoice(
  text: string,
  at: number,
  depth: number,
  parseParts: ParseParts,
): { readonly part: Choice; readonly next: number } | PromptFailure {
  if (depth > maxDepth) {
    const found = `more than ${maxDepth} nested choices`;
    const span = { start: at, end: at + 1 };
    return promptFailure("too-deep", span, found, "fewer", "Write \\{ for a literal brace.");
  }
  const options: ChoiceOption[] = [];
  for (let start = at + 1; ;) {
    const parsed = parseOption(text, start, depth, parseParts);
    if ("problem" in parsed) return parsed;
    options.push(parsed.option);
    if (parsed.next >= text.length) {
      const span = { start: at, end: text.length };
      const advice =
        "Close the { that starts here (a comment hides the rest of its line), or write \\{ for a literal brace.";
      return promptFailure("unexpected-end", span, "the end of the text", "a | or }", advice);
    }
    start = parsed.next + 1;
    if (text[parsed.next] === "|") continue;
    const span = { start: at, end: start };
    if (options.every(({ weight }) => weight === 0)) {
      const advice = "Give at least one option a weight above 0.";
      return promptFailure("bad-weight", span, "only weights of 0", "an option to choose", advice);
    }
    return { part: { kind: "choice", options, ...span }, next: start };
  }
}
