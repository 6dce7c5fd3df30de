// Instances that need each other.

import { expect, test } from "vitest";
import { createCycleCheck } from "./cycle-check.js";

test("an instance can need several others, and others can need the same one", () => {
  const check = createCycleCheck();
  check("farm", "a");
  check("farm", "b");
  check("farm", "a");
  check("b", "a");
});

test.each([
  ["itself", [["farm", "farm"]], "farm -> farm"],
  [
    "each other",
    [
      ["farm", "west"],
      ["west", "farm"],
    ],
    "west -> farm -> west",
  ],
  [
    "each other, over a third one",
    [
      ["farm", "a"],
      ["farm", "west"],
      ["west", "north"],
      ["north", "farm"],
    ],
    "north -> farm -> west -> north",
  ],
] as const)("instances that need %s are refused", (_case, edges, path) => {
  const check = createCycleCheck();
  const add = () => {
    for (const [from, to] of edges) check(from, to);
  };
  expect(add).toThrow(
    expect.objectContaining({ code: "BACKEND_CYCLE", message: expect.stringContaining(path) }),
  );
});
