// Random values and their comparison in constant time.

import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../testing/any-character.js";
import { equalsInConstantTime, randomValue } from "./state.js";

it("random values have at least 128 bits and only URL-safe characters", () => {
  const texts = Array.from({ length: 50 }, randomValue);
  for (const text of texts) {
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(text, "base64url").length * 8).toBeGreaterThanOrEqual(128);
  }
  expect(new Set(texts).size).toBe(50);
});

it("every text equals itself", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => equalsInConstantTime(text, text)));
});

it("the comparison agrees with === for texts of any length", () => {
  const near = fc
    .string()
    .chain((text) => fc.tuple(fc.constant(text), fc.constantFrom(text, `${text}x`, "")));
  fc.assert(
    fc.property(fc.oneof(near, fc.tuple(fc.string(), fc.string())), ([given, expected]) => {
      expect(equalsInConstantTime(given, expected)).toBe(given === expected);
    }),
  );
});
