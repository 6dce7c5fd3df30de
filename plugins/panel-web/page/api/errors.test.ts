// The faults of single values in an error of the server.

import { expect, it } from "vitest";
import { faultsOf } from "./errors.js";

const problem = (pointer: string, more: object = {}) => ({
  pointer,
  expected: "at most 9",
  found: "a number: 10",
  suggestion: "",
  ...more,
});

it.each([
  ["nothing", undefined, []],
  ["another error", { url: "http://127.0.0.1:1/" }, []],
  ["one value", problem("#/port"), [{ pointer: "/port", message: "Expected at most 9, found 10." }]],
  [
    "several values, of which one is missing",
    { ...problem("#"), problems: [problem("#/launch/port"), problem("#/launch", { missing: "host" })] },
    [
      { pointer: "/launch/port", message: "Expected at most 9, found 10." },
      { pointer: "/launch/host", message: "This value is required." },
    ],
  ],
])("an error about %s", (_what, details, faults) => {
  expect(faultsOf(details)).toEqual(faults);
});
