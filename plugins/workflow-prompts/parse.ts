// Reads a prompt: text in, parts or a problem with its place out.

import { readChoice, type ReadParts } from "./choice.js";
import { isCommentBehind, isEscapeAt, isTagAt, matchAt, wildcardAt, withoutBlanksAtEnd } from "./marks.js";
import { refused, type Refused } from "./problem.js";
import type { Part } from "./syntax.js";
import { readTag } from "./tag.js";

const plainText = /[^\\<{}|#_]+/y;
const comment = /#[^\r\n]*/y;
const lineEnd = /\r?\n/y;

type Token =
  | { readonly next: number; readonly part: Part }
  | { readonly next: number; readonly plain: string }
  | { readonly next: number; readonly isComment: true }
  | Refused;

function readEscape(text: string, at: number): Token {
  if (isEscapeAt(text, at)) return { plain: text.slice(at, at + 2), next: at + 2 };
  const behind = text.codePointAt(at + 1);
  const expected = "a punctuation mark behind the \\";
  const advice = "Write \\\\ for a backslash, and / between folders.";
  if (behind === undefined) {
    return refused("unexpected-end", { start: at, end: at + 1 }, "the end of the text", expected, advice);
  }
  const sign = String.fromCodePoint(behind);
  const shown = sign.trim() === "" ? "a space or the end of the line" : `"${sign}"`;
  return refused("invalid-token", { start: at, end: at + 1 + sign.length }, shown, expected, advice);
}

/** Whether only spaces stand before a place in its line. Looked at backwards, so that a long line costs nothing. */
function isFirstInLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && text[before] !== "\n"; before--) {
    if (!/\s/.test(text.charAt(before))) return false;
  }
  return true;
}

/** A comment that has its line for itself takes the line along. */
function readComment(text: string, at: number): Token {
  const end = at + (matchAt(comment, text, at)?.[0].length ?? 0);
  const ending = isFirstInLine(text, at) ? (matchAt(lineEnd, text, end)?.[0].length ?? 0) : 0;
  return { isComment: true, next: end + ending };
}

/** Reads what begins at `at`; `depth` counts the choices around it. */
function readToken(text: string, at: number, depth: number): Token {
  const plain = (length: number): Token => ({ plain: text.slice(at, at + length), next: at + length });
  switch (text[at]) {
    case "\\":
      return readEscape(text, at);
    case "<":
      return isTagAt(text, at) ? readTag(text, at) : plain(1);
    case "{":
      return readChoice(text, at, depth + 1, readParts);
    case "}": {
      const advice = "Write \\} for the sign itself, or put a { where the choice begins.";
      return refused("invalid-token", { start: at, end: at + 1 }, "a } that closes nothing", "text", advice);
    }
    case "#":
      return isCommentBehind(text[at - 1] ?? "") ? readComment(text, at) : plain(1);
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

/** Reads up to the end of the text, or inside a choice up to the `|` or `}` that ends the option. */
const readParts: ReadParts = (text, start, depth) => {
  const parts: Part[] = [];
  let source = "";
  let at = start;
  const endText = (): void => {
    if (source !== "") parts.push({ kind: "text", source });
    source = "";
  };
  while (at < text.length && !(depth > 0 && (text[at] === "|" || text[at] === "}"))) {
    const token = readToken(text, at, depth);
    if ("problem" in token) return token;
    at = token.next;
    if ("plain" in token) {
      source += token.plain;
    } else if ("part" in token) {
      endText();
      parts.push(token.part);
    } else {
      source = withoutBlanksAtEnd(source);
    }
  }
  endText();
  return { parts, next: at };
};

/** Reads a prompt. Pure; no file is looked at. */
export function parsePrompt(text: string): { readonly parts: readonly Part[] } | Refused {
  const read = readParts(text, 0, 0);
  return "problem" in read ? read : { parts: read.parts };
}
