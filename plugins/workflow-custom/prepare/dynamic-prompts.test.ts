// Dynamic prompts: choices in a text.

import { describe, expect, it } from "vitest";
import { resolveDynamicPrompt } from "./dynamic-prompts.js";

const all = (text: string) =>
  new Set(Array.from({ length: 64 }, (_, seed) => resolveDynamicPrompt(text, BigInt(seed))));

describe("a text with", () => {
  it.each<readonly [string, string, readonly string[]]>([
    ["no choice at all", "a (cat:1.2), [dog]", ["a (cat:1.2), [dog]"]],
    ["a choice of several options", "a {red|blue} cat", ["a red cat", "a blue cat"]],
    ["a nested choice", "{a|b{1|2}}", ["a", "b1", "b2"]],
    ["an empty option", "x{|y}", ["x", "xy"]],
    ["a single option", "{a}", ["a"]],
    ["a brace without an end", "a {b|c", ["a b", "a c"]],
    ["an end without a brace", "a } b", ["a } b"]],
    ["escaped characters", "\\{a\\|b\\}", ["{a|b}"]],
    ["escaped characters inside a choice", "{a\\|b|c}", ["a|b", "c"]],
    ["comments, which are removed", "a /* not\nthis */b // nor this", ["a b "]],
  ])("%s", (_case, text, expected) => {
    expect([...all(text)].sort()).toEqual([...expected].sort());
  });

  it("choices resolves to the same text for the same seed", () => {
    expect(resolveDynamicPrompt("{a|b|c|d|e|f|g|h}", 9n)).toBe(resolveDynamicPrompt("{a|b|c|d|e|f|g|h}", 9n));
  });
});
