// Errors of prompts: the kind, the place, and the text for the user.

import { describe, expect, it } from "vitest";
import { fixedChoices, limits, readWildcardFrom, type WildcardTexts } from "./testing/prompts.js";
import type { PromptProblemKind } from "./prompt-problem.js";
import { resolvePrompt } from "./resolve-prompt.js";
import { promptError, type PromptSetting } from "./prompt-error.js";

async function errorOf(text: string, files: WildcardTexts = {}, setting: PromptSetting = "prompt") {
  const result = await resolvePrompt(text, {
    chooseIndex: fixedChoices(0),
    readWildcard: readWildcardFrom(files),
    limits,
  });
  if (!("problem" in result)) throw new Error(`the prompt is valid: ${JSON.stringify(result)}`);
  return promptError(text, setting, result.problem);
}

/** The error must point at the text between the two `^` of `marked`. */
it.each<readonly [situation: string, marked: string, kind: PromptProblemKind]>([
  ["a tag without a type", "a <^:^detail>", "type-expected"],
  ["an empty tag", "a <^>^", "type-expected"],
  ["an unknown type", "a <^lroa^:detail:1>", "unknown-type"],
  ["an unknown type without an end", "I <^love^ cats", "unknown-type"],
  ["an unknown type in another alphabet", "<^лора^:a>", "unknown-type"],
  ["a type without a separator", "<lora^>^", "separator-expected"],
  ["another character in place of the separator", "<lora^ ^detail>", "separator-expected"],
  ["a tag without a name", "<lora:^>^", "name-expected"],
  ["a name of spaces", "<embedding:^ ^ :1>", "name-expected"],
  ["a name with a backslash in it", "<lora:styles^\\^detail>", "invalid-token"],
  ["a choice in a tag", "<lora:^{^a|b}>", "invalid-token"],
  ["a tag in a tag", "<lora:a^<^lora:b>>", "invalid-token"],
  ["a tag over two lines", "<lora:a^\n^>", "invalid-token"],
  ["a tag that ends with the text", "a ^<lora:detail^", "unexpected-end"],
  ["a type that ends with the text", "a ^<lora^", "unexpected-end"],
  ["no weight after the separator", "<lora:a:^>^", "weight-expected"],
  ["no second weight", "<lora:a:1:^>^", "weight-expected"],
  ["a comma in place of the dot", "<lora:a:^1,5^>", "bad-weight"],
  ["a weight that is not a number", "<embedding:a: ^strong^ >", "bad-weight"],
  ["a weight with an exponent", "<lora:a:^1e3^>", "bad-weight"],
  ["a weight too large for a number", `<lora:a:^${"9".repeat(400)}^>`, "bad-weight"],
  ["a variable of another program", "a ^${c=^{a|b}} cat", "invalid-token"],
  ["the value of such a variable", "a ^${c}^ cat", "invalid-token"],
  ["the weights of blocks", "<lora:a:1:^LBW=ALL^>", "bad-weight"],
  ["one weight too many", "<lora:a:1:1^:1^>", "invalid-token"],
  ["a second weight of an embedding", "<embedding:a:1^:1^>", "invalid-token"],
  ["an escape of a letter", "a ^\\m^/", "invalid-token"],
  ["an escape of an emoji", "^\\🐈^", "invalid-token"],
  ["an escape at the end", "a ^\\^", "unexpected-end"],
  ["an end without a choice", "a^}^ b", "invalid-token"],
  ["a negative weight of an option", "{a|^-1::^b}", "bad-weight"],
  ["an invalid number as the weight of an option", "{^1.2.3::^b}", "bad-weight"],
  ["a choice with weights of 0 only", "^{0::a|0::b}^", "bad-weight"],
  ["a choice of several options at once", "{^2$$^a|b|c}", "invalid-token"],
  ["too many nested choices", `${"{".repeat(64)}^{^${"{".repeat(99_999)}`, "too-deep"],
  ["an unknown wildcard", "a ^__colour__^ cat", "unknown-wildcard"],
])("the error points at %s", async (_situation, marked, kind) => {
  const [before = "", inside = "", behind = ""] = marked.split("^");
  const { code, details } = await errorOf(before + inside + behind);
  const { start, end } = { start: before.length, end: before.length + inside.length };
  expect({ code, ...details }).toMatchObject({ code: "PROMPT_INVALID", kind, start, end });
});

describe("the text of the error", () => {
  it("shows the place, what was expected and a similar name, and names the setting", async () => {
    const { message, details } = await errorOf("a cat,\n\tsome <lroa:detail:1>", {}, "negative");
    expect(message.split("\n")).toEqual([
      'The negative prompt is invalid at line 2, column 8: found "lroa", expected a type of tag (lora, lyco, embedding).',
      "   some <lroa:detail:1>",
      '         ^^^^ Did you mean "lora"? Write \\< for a literal angle bracket.',
    ]);
    expect(details).toMatchObject({ setting: "negative", line: 2, column: 8, start: 14, end: 18 });
  });

  it("shows the middle of a long line, with the marks in the right columns of a terminal", async () => {
    const { details } = await errorOf(`${"猫, ".repeat(30)}}${" dog".repeat(30)}`);
    const [line = "", marks = ""] = (details["shown"] as string).split("\n");
    expect(line).toMatch(/^ {2}\.\.\.猫(, 猫)+, }( dog)+ do\.\.\.$/);
    // Each of the eight cats takes two columns.
    expect(marks).toBe(`${" ".repeat(2 + 3 + 24 + 8)}^`);
  });

  it("counts characters, not UTF-16 code units", async () => {
    expect((await errorOf("🐈🐈}")).details).toMatchObject({ line: 1, column: 3, start: 4 });
  });

  it("has at least one mark, even after the end of the line", async () => {
    expect((await errorOf("<lora:a\r\n>")).details["shown"]).toBe("  <lora:a\n         ^");
  });
});

describe("for a wildcard file", () => {
  it("the error points at the wildcard, and names the file and the line", async () => {
    const { message, details } = await errorOf("a __animal__ here", { animal: "# ours\n\n<lora:cat" });
    expect(details).toMatchObject({ kind: "unexpected-end", start: 2, end: 12 });
    expect(message).toContain('found the end of the text at line 3 of the wildcard "animal"');
  });

  it("a cycle is an error that shows the cycle", async () => {
    const { message, details } = await errorOf("__a__", { a: "__b__", b: "x __c__", c: "__b__" });
    expect(details).toMatchObject({ kind: "wildcard-cycle", start: 0, end: 5 });
    expect(message).toContain("b > c > b");
  });

  it("too many nested wildcards are an error", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`w${index}`, `__w${index + 1}__`]),
    );
    expect((await errorOf("__w0__", files)).details).toMatchObject({ kind: "too-deep" });
  });

  it("wildcards that grow exponentially are an error", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`w${index}`, `__w${index + 1}__ __w${index + 1}__`]),
    );
    expect((await errorOf("__w0__", { ...files, w30: "x".repeat(200_000) })).details).toMatchObject({
      kind: "too-long",
    });
  });
});

describe("more than the limits", () => {
  const errorWith = async (text: string, allowed: Partial<typeof limits>, files: WildcardTexts = {}) => {
    const found = await resolvePrompt(text, {
      chooseIndex: fixedChoices(0),
      readWildcard: readWildcardFrom(files),
      limits: { ...limits, ...allowed },
    });
    return "problem" in found ? found.problem : undefined;
  };

  it.each([
    ["tags", "<lora:a> <lora:a> <embedding:b> <lora:c>"],
    ["choices and what they choose", "{<lora:a>|b} {<lora:a>|b}"],
    ["tags of wildcards", "__w__"],
  ])("of %s is an error at the first that is too much, which names the setting", async (_what, text) => {
    const files = { w: "<lora:a> <lora:b> <lora:c> x" };
    expect(await errorWith(text, { promptTags: 4 }, files)).toBeUndefined();
    const problem = await errorWith(text, { promptTags: 3 }, files);
    expect(problem).toMatchObject({ kind: "too-many" });
    expect(problem?.advice).toContain("limits.promptTags");
  });

  it("of characters of wildcards is an error that names the setting", async () => {
    const problem = await errorWith("__w__", { promptCharacters: 3 }, { w: "four" });
    expect(problem).toMatchObject({ kind: "too-long" });
    expect(problem?.advice).toContain("limits.promptCharacters");
  });
});

it("a LoRA that cannot be used is an error only if it is chosen", async () => {
  const noLoraAdvice = "There is no model.";
  const options = { chooseIndex: fixedChoices(1), readWildcard: readWildcardFrom({}), limits, noLoraAdvice };
  const found = await resolvePrompt("{a|b <lora:c>}", options);
  expect(found).toMatchObject({
    problem: { kind: "networks-unusable", start: 5, end: 13, advice: noLoraAdvice },
  });
  expect(await resolvePrompt("{<lora:c>|b}", options)).toMatchObject({ encoded: "b" });
});
