// Random values and how they are compared.

import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "./any-character.test.support.js";
import { randomText, sameText } from "./state.js";

it("has at least 128 bits and nothing that an address would encode", () => {
  const texts = Array.from({ length: 50 }, randomText);
  for (const text of texts) {
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(text, "base64url").length * 8).toBeGreaterThanOrEqual(128);
  }
  expect(new Set(texts).size).toBe(50);
});

it("holds a text equal to itself, of whatever length and script", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => sameText(text, text)));
});

it("agrees with === and never throws, whatever the lengths", () => {
  const near = fc
    .string()
    .chain((text) => fc.tuple(fc.constant(text), fc.constantFrom(text, `${text}x`, "")));
  fc.assert(
    fc.property(fc.oneof(near, fc.tuple(fc.string(), fc.string())), ([given, expected]) => {
      expect(sameText(given, expected)).toBe(given === expected);
    }),
  );
});
