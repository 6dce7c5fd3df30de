// The id that a person has typed: whole, its beginning, and what is refused.

import { describe, expect, it } from "vitest";
import { chooseId } from "./choose-id.js";

const words = { plural: "jobs", none: ["No job has an id", "Look."] } as const;
const choose = (typed: string, ids: readonly string[]) => chooseId(ids, typed, words);

it.each([
  ["a whole id, although another one begins with it", "ab", ["abc", "ab"], "ab"],
  ["the beginning of one id", "a", ["abc", "b"], "abc"],
])("%s is found", (_situation, typed, ids, found) => {
  expect(choose(typed, ids)).toBe(found);
});

describe("is refused", () => {
  it.each([
    ["nothing, which may come from an unset variable, even for a single id", "", ["abc"]],
    ["what no id begins with", "b", ["abc"]],
  ])("%s", (_situation, typed, ids) => {
    expect(() => choose(typed, ids)).toThrow(`No job has an id that begins with "${typed}". Look.`);
  });

  it("the beginning of several ids, of which the first are shown", () => {
    const ids = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b"];
    expect(() => choose("a", ids)).toThrow(
      '"a" matches 7 jobs. Type more characters:\n  a1\n  a2\n  a3\n  a4\n  a5\n  a6\n  and 1 more',
    );
  });
});
