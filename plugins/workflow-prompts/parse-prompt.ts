// Parses the text of a prompt into parts.

import { parseChoice, type ParseParts } from "./parse-choice.js";
import { parseTag } from "./parse-tag.js";
import { promptFailure, type PromptFailure } from "./prompt-problem.js";
import type { PromptPart } from "./prompt-syntax.js";
import {
  isEscapeAt,
  isTagAt,
  matchAt,
  startsCommentAfter,
  trimBlanksEnd,
  wildcardAt,
} from "@pictor/prompt-syntax";

const plainText = /[^\\<{}|#_]+/y;
const comment = /#[^\r\n]*/y;
/** The start of a variable of other programs: `${name}`, `${name=...}`, `${name:...}`. */
const variableName = /\{\s*[\p{L}_][\p{L}\p{N}_]*\s*[}=:?!]/uy;
const lineEnd = /\r?\n/y;

type Token =
  | { readonly next: number; readonly part: PromptPart }
  | { readonly next: number; readonly plainText: string; readonly openBrace?: number }
  | { readonly next: number; readonly isComment: true }
  | PromptFailure;

function parseEscape(text: string, at: number): Token {
  if (isEscapeAt(text, at)) return { plainText: text.slice(at, at + 2), next: at + 2 };
  const codePoint = text.codePointAt(at + 1);
  const expected = "a punctuation mark after the \\";
  const advice = "Write \\\\ for a backslash, and / between folders.";
  if (codePoint === undefined) {
    const span = { start: at, end: at + 1 };
    return promptFailure("unexpected-end", span, "the end of the text", expected, advice);
  }
  const character = String.fromCodePoint(codePoint);
  const label = character.trim() === "" ? "a space or the end of the line" : `"${character}"`;
  const span = { start: at, end: at + 1 + character.length };
  return promptFailure("invalid-token", span, label, expected, advice);
}

/** Whether only spaces precede the offset in its line. Searches backwards, because the line may be long. */
function isFirstInLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && text[before] !== "\n"; before--) {
    if (!/\s/.test(text.charAt(before))) return false;
  }
  return true;
}

/** A comment that fills its line includes the end of the line. */
function parseComment(text: string, at: number): Token {
  const end = at + (matchAt(comment, text, at)?.[0].length ?? 0);
  const lineEndLength = isFirstInLine(text, at) ? (matchAt(lineEnd, text, end)?.[0].length ?? 0) : 0;
  return { isComment: true, next: end + lineEndLength };
}

/** Whether a failure is that of a choice without an end, not that of a tag in the choice. */
const isOpenChoice = (text: string, { problem }: PromptFailure): boolean =>
  problem.kind === "unexpected-end" && text[problem.start] === "{";

/** The offsets of each `{` that no `}` closes, as far as they are known. */
type OpenBraces = Set<number>;

/**
 * Parses a choice. Outside of choices, a `{` without an end is text, as is each `{` in it that has no end either: these are
 * remembered, so that the text is not read again for each of them.
 */
function parseBrace(text: string, at: number, depth: number, open: OpenBraces): Token {
  const variable = text[at - 1] === "$" ? matchAt(variableName, text, at)?.[0] : undefined;
  if (variable !== undefined && !isEscapeAt(text, at - 2)) {
    const span = { start: at - 1, end: at + variable.length };
    const advice = "Prompts have no variables; write \\$ for a dollar sign.";
    return promptFailure("invalid-token", span, "a variable", "text", advice);
  }
  const asText = { plainText: "\\{", next: at + 1, openBrace: at };
  if (depth === 0 && open.has(at)) return asText;
  const choice = parseChoice(text, at, depth + 1, parseParts);
  if (!("problem" in choice) || !isOpenChoice(text, choice)) return choice;
  const openBraces = [at, ...(choice.openBraces ?? [])];
  if (depth > 0) return { ...choice, openBraces };
  for (const brace of openBraces) open.add(brace);
  return asText;
}

/** Parses the tag, choice, wildcard or comment that starts at the offset. `depth` is the number of choices around the offset. */
function parseToken(text: string, at: number, depth: number, open: OpenBraces): Token {
  const plain = (length: number): Token => ({ plainText: text.slice(at, at + length), next: at + length });
  switch (text[at]) {
    case "\\":
      return parseEscape(text, at);
    case "<":
      return isTagAt(text, at) ? parseTag(text, at) : plain(1);
    case "{":
      return parseBrace(text, at, depth, open);
    case "}": {
      const span = { start: at, end: at + 1 };
      const advice = "Write \\} for a literal brace, or put a { where the choice starts.";
      return promptFailure("invalid-token", span, "a } without a {", "text", advice);
    }
    case "#":
      return startsCommentAfter(text[at - 1] ?? "") ? parseComment(text, at) : plain(1);
    case "_": {
      const name = wildcardAt(text, at);
      if (name === undefined) return plain(1);
      const next = at + name.length + 4;
      return { part: { kind: "wildcard", name, start: at, end: next }, next };
    }
    default:
      return plain(matchAt(plainText, text, at)?.[0].length ?? 1);
  }
}

/** Inside a choice, the `|` or `}` that ends the option also ends its list of parts. */
const parseParts: ParseParts = (text, start, depth) => {
  const parts: PromptPart[] = [];
  const openBraces: number[] = [];
  const open: OpenBraces = new Set();
  /** The text since the last part, in pieces, because joining them for each comment would take quadratic time. */
  const pieces: string[] = [];
  let at = start;
  const finishText = (): void => {
    const source = pieces.splice(0).join("");
    if (source !== "") parts.push({ kind: "text", source });
  };
  const trimText = (): void => {
    for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
      const trimmed = trimBlanksEnd(last);
      if (trimmed === "") continue;
      pieces.push(trimmed);
      return;
    }
  };
  while (at < text.length && !(depth > 0 && (text[at] === "|" || text[at] === "}"))) {
    const token = parseToken(text, at, depth, open);
    if ("problem" in token) return token;
    at = token.next;
    if ("plainText" in token) {
      pieces.push(token.plainText);
      if (token.openBrace !== undefined) openBraces.push(token.openBrace);
    } else if ("part" in token) {
      finishText();
      parts.push(token.part);
    } else {
      trimText();
    }
  }
  finishText();
  return { parts, openBraces, next: at };
};

export interface ParsedPrompt {
  readonly parts: readonly PromptPart[];
  /** Offsets of each `{` without a `}`, which is text as in other programs. */
  readonly openBraces: readonly number[];
}

export function parsePrompt(text: string): ParsedPrompt | PromptFailure {
  const parsed = parseParts(text, 0, 0);
  if ("problem" in parsed) return parsed;
  const { parts, openBraces = [] } = parsed;
  return { parts, openBraces };
}
