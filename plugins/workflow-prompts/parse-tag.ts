// Parses a tag such as `<lora:name:weight>`.

import { didYouMean } from "@pictor/kernel/plugin";
import { isDecimal, matchAt, parseDecimal } from "@pictor/prompt-syntax";
import { promptFailure, type PromptFailure, type TextSpan } from "./prompt-problem.js";
import type { EmbeddingTag, LoraTag } from "./prompt-syntax.js";

const types = ["lora", "lyco", "embedding"] as const;
const expectedType = `a type of tag (${types.join(", ")})`;
const escapeAdvice = "Write \\< for a literal angle bracket.";
const formAdvice = "A LoRA is written <lora:name:weight>, an embedding <embedding:name:weight>.";

const typeName = /\p{L}*/uy;
const fieldText = /(?:\\[!-/:-@[-`{-~]|[^\\:<>{}|\r\n]+)*/y;

/** The text between two separators, without the spaces around it. */
interface TagField extends TextSpan {
  readonly text: string;
}

function trimField(text: string, start: number, end: number): TagField {
  const whole = text.slice(start, end);
  const trimmedStart = start + (whole.length - whole.trimStart().length);
  const trimmedEnd = Math.max(trimmedStart, start + whole.trimEnd().length);
  return { text: whole.trim(), start: trimmedStart, end: trimmedEnd };
}

const unexpectedEnd = (text: string, tagStart: number): PromptFailure =>
  promptFailure(
    "unexpected-end",
    { start: tagStart, end: text.length },
    "the end of the text",
    "a >",
    `${formAdvice} ${escapeAdvice}`,
  );

/** The character at an offset: its span, and how a message names it. */
function characterAt(text: string, at: number): { readonly label: string; readonly span: TextSpan } {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const label = character === "\n" || character === "\r" ? "the end of the line" : `"${character}"`;
  return { label, span: { start: at, end: at + character.length } };
}

/** Parses the fields from the offset to the closing `>`. */
function parseFields(
  text: string,
  at: number,
  tagStart: number,
): { readonly fields: readonly TagField[]; readonly next: number } | PromptFailure {
  const fields: TagField[] = [];
  for (let start = at; ;) {
    const end = start + (matchAt(fieldText, text, start)?.[0].length ?? 0);
    fields.push(trimField(text, start, end));
    if (end >= text.length) return unexpectedEnd(text, tagStart);
    if (text[end] === ">") return { fields, next: end + 1 };
    if (text[end] !== ":") {
      const { label, span } = characterAt(text, end);
      const advice = "Inside a tag, write a \\ in front of : < > { } | and \\, and a / between folders.";
      return promptFailure("invalid-token", span, label, "the rest of the tag", `${advice} ${escapeAdvice}`);
    }
    start = end + 1;
  }
}

/** Other programs have weights of blocks in a tag: `lbw=OUTALL`, or the name of a set of them. */
const blockAdvice =
  "A weight is a decimal with a dot; weights of blocks (lbw) have no counterpart: leave them out of the tag.";

function checkWeights(weights: readonly TagField[], maxCount: number): PromptFailure | undefined {
  const extra = weights[maxCount];
  if (extra !== undefined) {
    const span = { start: extra.start - 1, end: Math.max(extra.start, extra.end) };
    return promptFailure("invalid-token", span, "one more number", "a >", formAdvice);
  }
  for (const { text, start, end } of weights) {
    const span = { start, end: Math.max(end, start + 1) };
    if (text === "")
      return promptFailure("weight-expected", span, "no weight", "a number such as 0.8", formAdvice);
    if (!isDecimal(text)) {
      const advice = /[a-z]/i.test(text)
        ? blockAdvice
        : "A weight is a decimal with a dot, such as 0.8 or -1.";
      return promptFailure("bad-weight", span, `"${text}"`, "a weight", advice);
    }
  }
  return undefined;
}

function tagOf(
  type: (typeof types)[number],
  name: string,
  [first, second]: readonly TagField[],
  source: string,
  start: number,
): LoraTag | EmbeddingTag {
  const common = { source, name: name.replace(/\\(.)/g, "$1"), start, end: start + source.length };
  if (type === "embedding")
    return { kind: "embedding", ...common, ...(first !== undefined && { weight: first.text }) };
  const weight = first === undefined ? 1 : parseDecimal(first.text);
  const clipWeight = second === undefined ? weight : parseDecimal(second.text);
  return { kind: "lora", ...common, weight, clipWeight };
}

/** Parses the tag whose `<` is at the offset. */
export function parseTag(
  text: string,
  at: number,
): { readonly part: LoraTag | EmbeddingTag; readonly next: number } | PromptFailure {
  const typeStart = at + 1;
  const typeText = matchAt(typeName, text, typeStart)?.[0] ?? "";
  const typeEnd = typeStart + typeText.length;
  const type = types.find((name) => name === typeText.toLowerCase());
  if (typeText === "") {
    const { label, span } = characterAt(text, typeStart);
    return promptFailure("type-expected", span, label, expectedType, `${formAdvice} ${escapeAdvice}`);
  }
  if (type === undefined) {
    const span = { start: typeStart, end: typeEnd };
    const advice = `${didYouMean(typeText, types)} ${escapeAdvice}`.trim();
    return promptFailure("unknown-type", span, `"${typeText}"`, expectedType, advice);
  }
  if (typeEnd >= text.length) return unexpectedEnd(text, at);
  if (text[typeEnd] !== ":") {
    const { label, span } = characterAt(text, typeEnd);
    const advice = `${formAdvice} ${escapeAdvice}`;
    return promptFailure("separator-expected", span, label, `a : after ${typeText}`, advice);
  }
  const parsed = parseFields(text, typeEnd + 1, at);
  if ("problem" in parsed) return parsed;
  const [name, ...weights] = parsed.fields;
  if (name === undefined || name.text === "") {
    const span = { start: typeEnd + 1, end: typeEnd + 2 };
    return promptFailure("name-expected", span, "no name", "the name of a file", formAdvice);
  }
  const failure = checkWeights(weights, type === "embedding" ? 1 : 2);
  if (failure !== undefined) return failure;
  return { part: tagOf(type, name.text, weights, text.slice(at, parsed.next), at), next: parsed.next };
}
