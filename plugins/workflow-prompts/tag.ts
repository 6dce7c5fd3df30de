// Reads a tag, `<type:name:weight>`.

import { didYouMean } from "@pictor/kernel/plugin";
import { decimal, isDecimal } from "./decimal.js";
import { matchAt } from "./marks.js";
import { refused, type Refused, type Span } from "./problem.js";
import type { Embedding, Network } from "./syntax.js";

const types = ["lora", "lyco", "embedding"] as const;
const literally = "Write \\< for the sign itself.";
const form = "A network is written <lora:name:weight>, an embedding <embedding:name:weight>.";

const typeName = /\p{L}*/uy;
const fieldText = /(?:\\[!-/:-@[-`{-~]|[^\\:<>{}|\r\n]+)*/y;

/** What stands between two separators, without the spaces around it. */
interface Field extends Span {
  readonly text: string;
}

const trimmed = (text: string, start: number, end: number): Field => {
  const whole = text.slice(start, end);
  const from = start + (whole.length - whole.trimStart().length);
  return { text: whole.trim(), start: from, end: Math.max(from, start + whole.trimEnd().length) };
};

const endOf = (text: string, at: number): Refused =>
  refused(
    "unexpected-end",
    { start: at, end: text.length },
    "the end of the text",
    "a >",
    `${form} ${literally}`,
  );

/** The sign at a place, in words and as a span. */
function signAt(text: string, at: number): { readonly shown: string; readonly span: Span } {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const shown = sign === "\n" || sign === "\r" ? "the end of the line" : `"${sign}"`;
  return { shown, span: { start: at, end: at + sign.length } };
}

/** The fields from `at` to the closing `>`. */
function readFields(
  text: string,
  at: number,
  open: number,
): { readonly fields: readonly Field[]; readonly next: number } | Refused {
  const fields: Field[] = [];
  for (let start = at; ;) {
    const end = start + (matchAt(fieldText, text, start)?.[0].length ?? 0);
    fields.push(trimmed(text, start, end));
    if (end >= text.length) return endOf(text, open);
    if (text[end] === ">") return { fields, next: end + 1 };
    if (text[end] !== ":") {
      const { shown, span } = signAt(text, end);
      const advice = "Inside a tag, a \\ goes in front of : < > { } | and \\, and / divides folders.";
      return refused("invalid-token", span, shown, "the rest of the tag", `${advice} ${literally}`);
    }
    start = end + 1;
  }
}

function checkWeights(weights: readonly Field[], most: number): Refused | undefined {
  const extra = weights[most];
  if (extra !== undefined) {
    const span = { start: extra.start - 1, end: Math.max(extra.start, extra.end) };
    return refused("invalid-token", span, "one figure more", "a >", form);
  }
  for (const { text, start, end } of weights) {
    const span = { start, end: Math.max(end, start + 1) };
    if (text === "") return refused("weight-expected", span, "no weight", "a number such as 0.8", form);
    if (!isDecimal(text)) {
      const advice = "A weight is a decimal with a dot, such as 0.8 or -1.";
      return refused("bad-weight", span, `"${text}"`, "a weight", advice);
    }
  }
  return undefined;
}

/** Reads the tag whose `<` stands at `at`. */
export function readTag(
  text: string,
  at: number,
): { readonly part: Network | Embedding; readonly next: number } | Refused {
  const typeStart = at + 1;
  const type = matchAt(typeName, text, typeStart)?.[0] ?? "";
  const typeEnd = typeStart + type.length;
  const known = types.find((name) => name === type.toLowerCase());
  if (type === "") {
    const { shown, span } = signAt(text, typeStart);
    return refused(
      "type-expected",
      span,
      shown,
      `a type of tag (${types.join(", ")})`,
      `${form} ${literally}`,
    );
  }
  if (known === undefined) {
    const advice = `${didYouMean(type, types)} ${literally}`.trim();
    const expected = `a type of tag (${types.join(", ")})`;
    return refused("unknown-type", { start: typeStart, end: typeEnd }, `"${type}"`, expected, advice);
  }
  if (typeEnd >= text.length) return endOf(text, at);
  if (text[typeEnd] !== ":") {
    const { shown, span } = signAt(text, typeEnd);
    return refused("separator-expected", span, shown, `a : behind ${type}`, `${form} ${literally}`);
  }
  const read = readFields(text, typeEnd + 1, at);
  if ("problem" in read) return read;
  const [name, ...weights] = read.fields;
  if (name === undefined || name.text === "") {
    const start = typeEnd + 1;
    return refused("name-expected", { start, end: start + 1 }, "no name", "the name of a file", form);
  }
  const wrong = checkWeights(weights, known === "embedding" ? 1 : 2);
  if (wrong !== undefined) return wrong;
  return { part: partOf(known, name.text, weights, text.slice(at, read.next), at), next: read.next };
}

function partOf(
  type: (typeof types)[number],
  written: string,
  [first, second]: readonly Field[],
  source: string,
  start: number,
): Network | Embedding {
  const common = { source, name: written.replace(/\\(.)/g, "$1"), start, end: start + source.length };
  if (type === "embedding") {
    return { kind: "embedding", ...common, ...(first !== undefined && { weight: first.text }) };
  }
  const weight = first === undefined ? 1 : decimal(first.text);
  return {
    kind: "network",
    ...common,
    weight,
    clipWeight: second === undefined ? weight : decimal(second.text),
  };
}
