// Text of another program as a prompt: escaped, or with the network tags of the AUTOMATIC1111 web UI.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapePrompt, plainPrompt } from "./escape-prompt.js";
import { fromNetworkSyntax, toNetworkSyntax } from "./network-syntax.js";

const foreign = fc.string({
  unit: fc.constantFrom(...Array.from("\\{}<>|#_:()[], \nab1é雨*"), "__a__", "<lora:", "# x"),
});

describe("a text of another program", () => {
  it.each([
    ["Markdown", "# Scene\nA lighthouse\n- item #2", "\\# Scene\nA lighthouse\n- item \\#2"],
    ["JSON", '{"a": "x|y"}', '\\{"a": "x|y"\\}'],
    ["HTML", "<b>text</b> <3", "\\<b>text</b> <3"],
    ["code", "python __init__ C# a_b", "python \\__init__ C# a_b"],
    ["backslashes", "a\\b \\(c\\) \\\\", "a\\\\b \\(c\\) \\\\\\\\"],
    ["a network tag", "<lora:a:1>", "\\<lora:a:1>"],
  ])("%s is escaped where it has a meaning", (_name, text, prompt) => {
    expect(escapePrompt(text)).toBe(prompt);
    expect(plainPrompt(prompt)).toBe(text);
  });

  it("comes back unchanged, whatever it contains", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        expect(plainPrompt(escapePrompt(text))).toBe(text);
      }),
    );
  });
});

describe("a text with network tags", () => {
  it.each([
    ["a LoRA", "x <lora:a b:0.5>, # y", "x <lora:a b:0.5>, \\# y", []],
    ["a LoRA without a weight", "<lyco:a>", "<lora:a>", []],
    ["the weight of the text encoder first", "<lora:a:0.2:0.7>", "<lora:a:0.7:0.2>", []],
    ["named weights", "<lora:a:te=0.2:unet=0.7>", "<lora:a:0.7:0.2>", []],
    ["a bracket in a name", "<lora:{a}:1>", "<lora:\\{a\\}:1>", []],
    [
      "the weights of blocks",
      "<lora:golden:1:lbw=OUTALL>",
      "<lora:golden:1>",
      ["Left out of the LoRA golden: lbw=OUTALL."],
    ],
    ["a weight that is no number", "<lora:a:0.375:ALL>", "<lora:a:0.375>", ["Left out of the LoRA a: ALL."]],
    [
      "a network of another type",
      "x <hypernet:foo:1>, y",
      "x, y",
      ["Left out, because Pictor has no network of this type: <hypernet:foo:1>."],
    ],
    [
      "such a network at the end",
      "x, <hypernet:foo:1>",
      "x",
      ["Left out, because Pictor has no network of this type: <hypernet:foo:1>."],
    ],
    ["an embedding", "<embedding:easy:1.2>", "<embedding:easy:1.2>", []],
    ["a tag over two lines", "<lora:a\nb:1>", "\\<lora:a\nb:1>", []],
    ["a tag without a colon", "<b>x</b>", "\\<b>x</b>", []],
    ["a choice", "{a|b} __c__", "\\{a|b\\} \\__c__", []],
  ])("%s", (_name, text, prompt, notes) => {
    expect(fromNetworkSyntax(text)).toEqual({ prompt, notes });
  });

  it("is text as a whole where it is too long for a prompt", () => {
    const { prompt, notes } = fromNetworkSyntax("<x:1>a".repeat(100_000));
    expect([prompt.startsWith("\\<x:1>a"), notes.length]).toEqual([true, 1]);
    expect(fromNetworkSyntax("a <x:1>, ".repeat(5_000)).prompt).toMatch(/^a, a, a, /);
  });

  it.each(["a <lora:b:0.7:0.2>, \\# c \\{d\\} \\(e\\)", "<lora:b>", "\\<3 a", "<embedding:easy:1.2>"])(
    "is what other programs read: %s",
    (prompt) => {
      const { prompt: read } = fromNetworkSyntax(toNetworkSyntax(prompt));
      expect(plainPrompt(read)).toBe(plainPrompt(prompt));
    },
  );
});
