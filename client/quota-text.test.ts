// A quota in words.

import { expect, it } from "vitest";
import { quotaText } from "./quota-text.js";

it("has its limits", () => {
  expect(quotaText({ waiting: 5, running: 2, submissionsPerMinute: 6, priorities: ["normal", "low"] })).toBe(
    "5 waiting, 2 running at once, 6 submissions in a minute, priority normal or low",
  );
  expect([quotaText({}), quotaText(undefined)]).toEqual(["", ""]);
});
