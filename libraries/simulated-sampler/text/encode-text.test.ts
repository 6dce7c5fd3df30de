// Prompts: words, weights, and their evidence.
import { describe, expect, it } from "vitest";
import { parameterIndex, type SceneParameter } from "../scene/parameters.js";
import { encodeText } from "./encode-text.js";
import { weightedWords } from "./tokens.js";

const weights = (prompt: string): string[] =>
  weightedWords(prompt).map(({ word, weight }) => `${word} ${Math.round(weight * 100) / 100}`);

const evidence = (prompt: string, name: SceneParameter, lastLayer = -1): number =>
  encodeText(prompt, { lastLayer }).evidence[parameterIndex(name)] ?? 0;

it.each([
  ["a Red kite", ["a 1", "red 1", "kite 1"]],
  ["(kite)", ["kite 1.1"]],
  ["((kite))", ["kite 1.21"]],
  ["(red kite:1.3), sea", ["red 1.3", "kite 1.3", "sea 1"]],
  ["(a (b:2):0.5)", ["a 0.5", "b 1"]],
  [String.raw`\(kite\)`, ["kite 1"]],
  ["(open", ["open 1"]],
  ["closed)", ["closed 1"]],
  ["time: 12", ["time 1", "12 1"]],
  ["", []],
])("weights of words: %s", (prompt, expected) => {
  expect(weights(prompt)).toEqual(expected);
});

describe("evidence of a text", () => {
  it("comes from known words, also in the plural", () => {
    expect(evidence("lighthouse", "lighthouse")).toBeGreaterThan(1);
    expect(evidence("lighthouses", "lighthouse")).toBeGreaterThan(1);
  });

  it("is proportional to the weight, within bounds", () => {
    expect(evidence("(night:0.5)", "daylight")).toBeCloseTo(evidence("night", "daylight") / 2);
    expect(evidence("(lighthouse:50)", "lighthouse")).toBeLessThanOrEqual(1.6);
  });

  it("weakens with every skipped layer", () => {
    expect(evidence("lighthouse", "lighthouse", -3)).toBeLessThan(evidence("lighthouse", "lighthouse", -2));
  });

  it("of an unknown word is small, differs from word to word, and never adds a motif", () => {
    expect(encodeText("zyzzyva", { lastLayer: -1 }).evidence).not.toEqual(
      encodeText("quux", { lastLayer: -1 }).evidence,
    );
    expect(Math.abs(evidence("zyzzyva", "sunX"))).toBeLessThanOrEqual(0.25);
    expect(evidence("zyzzyva", "lighthouse")).toBe(0);
  });

  it("is 0 for an empty text", () => {
    expect(encodeText("", { lastLayer: -1 }).evidence.every((value) => value === 0)).toBe(true);
  });
});
