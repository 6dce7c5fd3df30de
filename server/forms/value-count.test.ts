// The number and the depth of the values of a job.

import { expect, it } from "vitest";
import { requireFewValues } from "./value-count.js";

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const message = (value: unknown): string => {
  try {
    requireFewValues(value, "#/params");
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  ["a form", { prompt: "a", regions: [{ mask: "m", prompt: "b" }] }, ""],
  ["no values", undefined, ""],
  ["ten thousand values", Array.from({ length: 10_000 }, () => 1), ""],
  [
    "more values in one object",
    Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`p${i}`, 1])),
    "at most 10000 values",
  ],
  [
    "more values in many lists",
    Array.from({ length: 101 }, () => Array.from({ length: 100 }, () => 1)),
    "at most 10000 values",
  ],
  ["a hundred levels", nested(100), ""],
  [
    "more levels than a stack has calls",
    Array.from({ length: 9_000 }).reduce<unknown>((inner) => [inner], 1),
    "at most 100 levels",
  ],
])("%s", (_what, value, expected) => {
  if (expected === "") expect(message(value)).toBe("");
  else expect(message(value)).toContain(expected);
});
