// The change of a quota by a form.

import { expect, it } from "vitest";
import { withLimit, withPriority } from "./edit-quota.js";

it("gets a limit, and loses one that was emptied or is none", () => {
  expect(withLimit({ waiting: 5 }, "unfinished", 8)).toEqual({ waiting: 5, unfinished: 8 });
  for (const value of [undefined, 0, -3, NaN])
    expect(withLimit({ waiting: 5, unfinished: 8 }, "waiting", value)).toEqual({ unfinished: 8 });
});

it("has no limit of priorities while all of them are allowed, or none would be", () => {
  const two = withPriority({ waiting: 5 }, "high", false);
  expect(two).toEqual({ waiting: 5, priorities: ["normal", "low"] });
  expect(withPriority(two, "high", true)).toEqual({ waiting: 5 });
  expect(withPriority({ priorities: ["low"] }, "low", false)).toEqual({});
});
