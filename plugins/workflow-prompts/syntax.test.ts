// The syntax by example: the source, the encoded text, and the written prompt where it differs from the source.

import { describe, expect, it, vi } from "vitest";
import { fixedChoices, resolved } from "./testing/prompts.js";

/** The written prompt is present only if it differs from the source. */
type Row = readonly [source: string, encoded: string, written?: string];
const check = async (...[source = "", encoded, written = source]: readonly (string | undefined)[]) => {
  const { encoded: text, written: record } = await resolved(source);
  expect({ text, record }).toEqual({ text: encoded, record: written });
};

it.each<Row>([
  ["a cat on a mat", "a cat on a mat"],
  ["(a cat), (mat:1.2), [hat]", "(a cat), (mat:1.2), [hat]"],
  ["a cat BREAK a dog AND a cow", "a cat BREAK a dog AND a cow"],
  ["two\nlines\r\nand a third", "two\nlines\r\nand a third"],
  ["  spaces   stay  ", "  spaces   stay  "],
  ["a < b > c", "a < b > c"],
  ["I <3 cats, <- here, a<", "I <3 cats, <- here, a<"],
  ["a | b", "a | b"],
  ["50% off: $5 + tax - 1!", "50% off: $5 + tax - 1!"],
  ["snake_case, a__b, ____, __ a __", "snake_case, a__b, ____, __ a __"],
  ["C#, no#comment", "C#, no#comment"],
  ["embedding:easy, (embedding:easy:1.1)", "embedding:easy, (embedding:easy:1.1)"],
  ["猫 🐈 gato", "猫 🐈 gato"],
  ["2::a", "2::a"],
  ["", ""],
])("plain text: %j", check);

it.each<Row>([
  ["a {b|c", "a {b|c", "a \\{b|c"],
  ["{b|c # d}", "{b|c", "\\{b|c"],
  ["{a|{b}", "{a|b", "\\{a|b"],
  ["{", "{", "\\{"],
  ["{{{a|b}", "{{a", "\\{\\{a"],
])("a { without a } is text: %j", check);

it.each<Row>([
  ["\\{a\\|b\\}", "{a|b}"],
  ["\\<lora:x:1>", "<lora:x:1>"],
  ["\\# not a comment", "# not a comment"],
  ["a \\#1 hit", "a #1 hit"],
  ["\\__name__ and \\_\\_other__", "__name__ and __other__"],
  ["back\\\\slash", "back\\slash"],
  ["smile \\(x\\)", "smile \\(x\\)"],
  ["\\[a\\] \\- \\+ \\. \\! \\: \\>", "[a] - + . ! : >"],
  ['\\"quoted\\", \\*', '"quoted", *'],
  ["\\\\{a}", "\\a", "\\\\a"],
])("escapes: %j", check);

it.each<Row>([
  ["# nothing else", "", ""],
  ["a cat # on a mat", "a cat", "a cat"],
  ["a cat\t# one\non a mat # two", "a cat\non a mat", "a cat\non a mat"],
  ["a cat\n  # a line of its own\non a mat", "a cat\non a mat", "a cat\non a mat"],
  ["# first\r\na cat", "a cat", "a cat"],
  ["# <lora: {a __b__ \\\na cat", "a cat", "a cat"],
  ["{a # one\n|b}", "a", "a"],
  ["{ # none\n 2::b|x}", "b", "b"],
  ["{\n# one\n# two\n.5::b|x}", "b", "b"],
])("comments: %j", check);

it.each<Row>([
  ["a cat, <lora:detail>", "a cat"],
  ["a cat, <lora:detail:0.5>, on a mat", "a cat, on a mat"],
  ["a cat <lora:detail> on a mat", "a cat on a mat"],
  ["a cat, <lora:detail> on a mat", "a cat, on a mat"],
  ["a cat<lora:detail>", "a cat"],
  ["a cat, <lora:detail> ", "a cat"],
  ["<lora:detail>, a cat", "a cat"],
  ["<lora:detail> a cat", "a cat"],
  ["<lora:a><lora:b>, <lyco:c>", ""],
  ["a cat, <lora:a>, <lora:b>, on a mat", "a cat, on a mat"],
  ["a cat <lora:a> <lora:b>", "a cat"],
  ["(<lora:a>, cat:1.2), (a, <lora:b>)", "(cat:1.2), (a)"],
  ["a cat,\n<lora:a>\non a mat", "a cat,\non a mat"],
  ["<lora:a>\na cat", "a cat"],
  ["a cat, <lora:a>\non a mat", "a cat\non a mat"],
  ["a cat\n<lora:a>, on a mat", "a cat\non a mat"],
  ["a\\, <lora:a>", "a,"],
  ["<embedding:e> <lora:a>, b", "embedding:e, b"],
  ["< lora:detail> stays", "< lora:detail> stays"],
])("a LoRA tag is removed with one separator: %j", check);

it.each([
  ["<lora:detail>", "detail", 1, 1],
  ["<lora:detail:0.8>", "detail", 0.8, 0.8],
  ["<lora:detail:0.8:0.4>", "detail", 0.8, 0.4],
  ["<lyco:detail:-1.5>", "detail", -1.5, -1.5],
  ["<LoRA: my detail : +.5 >", "my detail", 0.5, 0.5],
  ["<lora:styles/détail v1.2 (fine)#2:2.>", "styles/détail v1.2 (fine)#2", 2, 2],
  ["<lora:a\\:b\\>c\\\\d:0>", "a:b>c\\d", 0, 0],
  ["<lora:__not_a_wildcard__:-0:1>", "__not_a_wildcard__", 0, 1],
])("%s is a LoRA tag", async (source, name, weight, clipWeight) => {
  const { loras, written } = await resolved(source);
  expect(loras).toMatchObject([{ name, weight, clipWeight }]);
  expect(written).toBe(source);
});

it.each([
  ["__a__ cat", "1 cat"],
  ["__a____b__", "12"],
  ["__my cards/a b__ and b__", "5 and b__"],
  ["___a___", "_1_"],
  ["a__b__a", "a2a"],
  ["__dark_blue__, __x/y-z.1__", "3, 4"],
  ["{__a__|x} {__c__|x}", "1 {a|b}"],
  ["a __empty__, b", "a, b"],
  ["__lora__, b", "b"],
])("wildcards: %s becomes %s", async (source, encoded) => {
  const files = {
    a: "1",
    b: "2",
    dark_blue: "3",
    "my cards/a b": "5",
    "x/y-z.1": "4",
    c: "\\{a|b\\}",
    empty: "{|x}",
    lora: "<lora:x>",
  };
  expect((await resolved(source, { files })).encoded).toBe(encoded);
});

it.each<Row>([
  ["<embedding:easy>, a cat", "embedding:easy, a cat"],
  ["<embedding:easy:1.2>", "(embedding:easy:1.20)"],
  ["(<embedding:easy:-1>, fog:1.1)", "((embedding:easy:-1.00), fog:1.1)"],
  ["<Embedding: folder/easy : .125>", "(embedding:folder/easy:0.125)"],
  ["<embedding:easy (v2):+3.>", "(embedding:easy \\(v2\\):3.00)"],
])("embeddings: %j", check);

describe("choices", () => {
  it.each<readonly [source: string, indices: readonly number[], encoded: string, written: string]>([
    ["a {red|blue} cat", [0], "a red cat", "a red cat"],
    ["a { red | dark  blue } cat", [1], "a dark  blue cat", "a dark  blue cat"],
    ["a {red|blue}ish cat", [1], "a blueish cat", "a blueish cat"],
    ["{a|{b|{c|d}}}", [1, 1, 0], "c", "c"],
    ["{a} {b|c}", [0, 1], "a c", "a c"],
    ["a {|red} cat", [0], "a cat", "a cat"],
    ["a cat, {red|}, on a mat", [1], "a cat, on a mat", "a cat, on a mat"],
    ["{|red}, a cat", [0], "a cat", "a cat"],
    ["a cat, { |red}", [0], "a cat", "a cat"],
    ["a {{|b}|c} d", [0, 0], "a d", "a d"],
    ["{<lora:a:0.5>|<lora:b>} a cat", [1], "a cat", "<lora:b> a cat"],
    ["{a <lora:x>, |b}c", [0], "a,c", "a <lora:x>,c"],
    ["{2::a|1::b}", [1], "b", "b"],
    ["{ 0.5 :: a|b}", [0], "a", "a"],
    ["{2\\::a|b}", [0], "2::a", "2\\::a"],
    ["{\\||\\}}", [0], "|", "\\|"],
  ])("%j with %j", async (source, indices, encoded, written) => {
    const found = await resolved(source, { chooseIndex: fixedChoices(...indices) });
    expect(found).toMatchObject({ encoded, written });
  });

  it.each([
    ["<{lora:x>|y}", "<lora:x>", "\\<lora:x>"],
    ["a {#b|c}", "a #b", "a \\#b"],
    ["{_|x}_name__", "__name__", "\\__name__"],
    ["a__{b|x}__", "a__b__", "a\\__b__"],
    ["_{_|x}a__{b|x}__", "__a__b__", "\\__a\\__b__"],
  ])("joined pieces do not become syntax: %j", async (source, encoded, written) => {
    const found = await resolved(source);
    expect(found).toMatchObject({ encoded, written, loras: [] });
    expect(await resolved(written)).toEqual(found);
  });
});

it("a text with many braces that are never closed is read a few times, not once for each", async () => {
  const exec = vi.spyOn(RegExp.prototype, "exec");
  const matches = async (text: string): Promise<number> => {
    exec.mockClear();
    await resolved(text);
    return exec.mock.calls.length;
  };
  const rest = "a cat, a dog \\# ".repeat(200);
  const withoutBraces = await matches(rest);
  const withBraces = await matches("{ ".repeat(60) + rest);
  exec.mockRestore();
  expect(withBraces).toBeLessThan(3 * withoutBraces);
});
