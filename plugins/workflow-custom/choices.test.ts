// Choices in a text.

import { describe, expect, it } from "vitest";
import { makeChoices } from "./choices.js";

const all = (text: string) =>
  new Set(Array.from({ length: 64 }, (_, seed) => makeChoices(text, BigInt(seed))));

describe("the choices in a text", () => {
  it.each<readonly [string, string, readonly string[]]>([
    ["no choice at all", "a (cat:1.2), [dog]", ["a (cat:1.2), [dog]"]],
    ["one of several", "a {red|blue} cat", ["a red cat", "a blue cat"]],
    ["one inside of another", "{a|b{1|2}}", ["a", "b1", "b2"]],
    ["nothing as a choice", "x{|y}", ["x", "xy"]],
    ["a choice of one", "{a}", ["a"]],
    ["a brace without an end", "a {b|c", ["a b", "a c"]],
    ["an end without a brace", "a } b", ["a } b"]],
    ["the signs themselves", "\\{a\\|b\\}", ["{a|b}"]],
    ["the signs inside of a choice", "{a\\|b|c}", ["a|b", "c"]],
    ["comments are taken out", "a /* not\nthis */b // nor this", ["a b "]],
  ])("%s", (_case, text, expected) => {
    expect([...all(text)].sort()).toEqual([...expected].sort());
  });

  it("are the same for the same seed", () => {
    expect(makeChoices("{a|b|c|d|e|f|g|h}", 9n)).toBe(makeChoices("{a|b|c|d|e|f|g|h}", 9n));
  });
});
