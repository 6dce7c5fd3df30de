// The members of a pool or queue as texts.

import { expect, it } from "vitest";
import { factsOf, ownerText, stateOf } from "./member-text.js";

const idle = {
  name: "a",
  state: "ready",
  running: 0,
  loaded: [],
  ended: 0,
  lost: 0,
  modelSwitches: 0,
} as const;

it.each([
  [{}, "good", "ready"],
  [{ state: "draining" }, "warning", "gets no further prompts"],
  [{ state: "unchecked" }, "off", "no answer yet"],
  [
    { state: "unreachable", reason: "connection refused", retryAtMs: 9000 },
    "error",
    "does not answer: connection refused · asked again in 8 s",
  ],
  [{ state: "unreachable", retryAtMs: 500 }, "error", "does not answer"],
] as const)("a member with %j is %s: %s", (more, tone, text) => {
  expect(stateOf({ ...idle, loaded: [], ...more }, 1000)).toEqual({ tone, text });
});

it.each([
  [{}, "0 running · 0 ended · 0 model switches"],
  [
    { running: 1, ended: 40, lost: 2, modelSwitches: 1, stepMs: 118.4 },
    "1 running · 40 ended · 2 of them lost · 1 model switch · 118 ms per step",
  ],
  [{ stepMs: 2.345 }, "0 running · 0 ended · 0 model switches · 2.3 ms per step"],
])("what a member with %j has done: %s", (more, text) => {
  expect(factsOf({ ...idle, loaded: [], ...more })).toBe(text);
});

it("an owner is named with the prompts that wait and run", () => {
  expect(ownerText({ owner: "anna", waiting: 12, running: 1 })).toBe("anna: 12 waiting, 1 running");
  expect(ownerText({ waiting: 1, running: 0 })).toBe("Prompts without an owner: 1 waiting, 0 running");
});
