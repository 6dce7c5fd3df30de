// What cannot be read: kind and place of each error, and what a person is told.

import { describe, expect, it } from "vitest";
import { choosing, wildcardsOf, type Files } from "./prompt.test.support.js";
import type { ProblemKind } from "./problem.js";
import { resolvePrompt } from "./prompt.js";
import { refusal, type Setting } from "./refusal.js";

async function errorOf(text: string, files: Files = {}, setting: Setting = "prompt") {
  const found = await resolvePrompt(text, { choose: choosing(0), wildcards: wildcardsOf(files) });
  if (!("problem" in found)) throw new Error(`it can be read: ${JSON.stringify(found)}`);
  return refusal(text, setting, found.problem);
}

/** The `marked` text of the source, between two `^`, is what the error points at. */
describe("the place", () => {
  it.each<readonly [situation: string, marked: string, kind: ProblemKind]>([
    ["a tag without a type", "a <^:^detail>", "type-expected"],
    ["an empty tag", "a <^>^", "type-expected"],
    ["an unknown type", "a <^lroa^:detail:1>", "unknown-type"],
    ["an unknown type without an end", "I <^love^ cats", "unknown-type"],
    ["an unknown type of other letters", "<^лора^:a>", "unknown-type"],
    ["a type without a separator", "<lora^>^", "separator-expected"],
    ["another sign in place of the separator", "<lora^ ^detail>", "separator-expected"],
    ["a tag without a name", "<lora:^>^", "name-expected"],
    ["a name of spaces", "<embedding:^ ^ :1>", "name-expected"],
    ["a name with a backslash in it", "<lora:styles^\\^detail>", "invalid-token"],
    ["a choice in a tag", "<lora:^{^a|b}>", "invalid-token"],
    ["a tag in a tag", "<lora:a^<^lora:b>>", "invalid-token"],
    ["a tag over two lines", "<lora:a^\n^>", "invalid-token"],
    ["a tag that ends with the text", "a ^<lora:detail^", "unexpected-end"],
    ["a type that ends with the text", "a ^<lora^", "unexpected-end"],
    ["no weight behind the separator", "<lora:a:^>^", "weight-expected"],
    ["no second weight", "<lora:a:1:^>^", "weight-expected"],
    ["a comma in place of the dot", "<lora:a:^1,5^>", "bad-weight"],
    ["a weight that is no number", "<embedding:a: ^strong^ >", "bad-weight"],
    ["a weight with an exponent", "<lora:a:^1e3^>", "bad-weight"],
    ["a weight that no number holds", `<lora:a:^${"9".repeat(400)}^>`, "bad-weight"],
    ["a weight too many", "<lora:a:1:1^:1^>", "invalid-token"],
    ["a second weight of an embedding", "<embedding:a:1^:1^>", "invalid-token"],
    ["an escape of a letter", "a ^\\m^/", "invalid-token"],
    ["an escape of an emoji", "^\\🐈^", "invalid-token"],
    ["an escape of nothing", "a ^\\^", "unexpected-end"],
    ["a choice without an end", "a ^{b|c^", "unexpected-end"],
    ["a choice whose end is in a comment", "^{b|c # d}^", "unexpected-end"],
    ["the outer of two choices without an end", "^{a|{b}^", "unexpected-end"],
    ["an end without a choice", "a^}^ b", "invalid-token"],
    ["a wrong weight of an option", "{a|^-1::^b}", "bad-weight"],
    ["a wrong figure as an option's weight", "{^1.2.3::^b}", "bad-weight"],
    ["options that are never chosen", "^{0::a|0::b}^", "bad-weight"],
    ["several options at once", "{^2$$^a|b|c}", "invalid-token"],
    ["choices in choices without an end", `${"{".repeat(64)}^{^${"{".repeat(99_999)}`, "too-deep"],
    ["an unknown wildcard", "a ^__colour__^ cat", "unknown-wildcard"],
  ])("of %s", async (_situation, marked, kind) => {
    const [before = "", inside = "", behind = ""] = marked.split("^");
    const { code, details } = await errorOf(before + inside + behind);
    const { start, end } = { start: before.length, end: before.length + inside.length };
    expect({ code, ...details }).toMatchObject({ code: "PROMPT_INVALID", kind, start, end });
  });
});

describe("the text", () => {
  it("shows the place, tells what belongs there and what was meant, and names the setting", async () => {
    const { message, details } = await errorOf("a cat,\n\tsome <lroa:detail:1>", {}, "negative");
    expect(message.split("\n")).toEqual([
      'The negative prompt is wrong in line 2, column 8: found "lroa", expected a type of tag (lora, lyco, embedding).',
      "   some <lroa:detail:1>",
      '         ^^^^ Did you mean "lora"? Write \\< for the sign itself.',
    ]);
    expect(details).toMatchObject({ setting: "negative", line: 2, column: 8, start: 14, end: 18 });
  });

  it("shows the middle of a long line, with the marks where a terminal has the place", async () => {
    const { details } = await errorOf(`${"猫, ".repeat(30)}}${" dog".repeat(30)}`);
    const [line = "", marks = ""] = (details["shown"] as string).split("\n");
    expect(line).toMatch(/^ {2}\.\.\.猫(, 猫)+, }( dog)+ do\.\.\.$/);
    // Each of the eight cats takes two columns.
    expect(marks).toBe(`${" ".repeat(2 + 3 + 24 + 8)}^`);
  });

  it("counts characters, not halves of them", async () => {
    expect((await errorOf("🐈🐈}")).details).toMatchObject({ line: 1, column: 3, start: 4 });
  });

  it("marks at least one place, also behind the line", async () => {
    expect((await errorOf("<lora:a\r\n>")).details["shown"]).toBe("  <lora:a\n         ^");
  });
});

describe("in a wildcard file", () => {
  it("the error points at the wildcard, and names file and line", async () => {
    const { message, details } = await errorOf("a __animal__ here", { animal: "# ours\n\n{cat" });
    expect(details).toMatchObject({ kind: "unexpected-end", start: 2, end: 12 });
    expect(message).toContain('found the end of the text in line 3 of the wildcard "animal"');
  });

  it("a circle is refused, with its way", async () => {
    const { message, details } = await errorOf("__a__", { a: "__b__", b: "x __c__", c: "__b__" });
    expect(details).toMatchObject({ kind: "wildcard-cycle", start: 0, end: 5 });
    expect(message).toContain("b > c > b");
  });

  it("a long way down is refused", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`w${index}`, `__w${index + 1}__`]),
    );
    expect((await errorOf("__w0__", files)).details).toMatchObject({ kind: "too-deep" });
  });

  it("lines that multiply are refused", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`w${index}`, `__w${index + 1}__ __w${index + 1}__`]),
    );
    expect((await errorOf("__w0__", { ...files, w30: "x".repeat(200_000) })).details).toMatchObject({
      kind: "too-long",
    });
  });
});

it("a network that cannot be used is refused where it is chosen", async () => {
  const networksUnusable = "There is no model.";
  const sources = { choose: choosing(1), wildcards: wildcardsOf({}), networksUnusable };
  const found = await resolvePrompt("{a|b <lora:c>}", sources);
  expect(found).toMatchObject({
    problem: { kind: "networks-unusable", start: 5, end: 13, advice: networksUnusable },
  });
  expect(await resolvePrompt("{<lora:c>|b}", sources)).toMatchObject({ encoded: "b" });
});
