// The descriptions of capability sets, which hosts of other versions have written.

import { expect, it } from "vitest";
import { readCapability, type Capability } from "./capability.js";

const capability: Capability = {
  needs: { classes: ["SaveImage"], choices: [{ class: "Loader", input: "name", value: "a" }] },
  requires: [{ id: "owner/name", range: "^1.0.0", nodeClasses: [] }],
  models: ["a"],
};

it("are read as they were written", () => {
  expect(readCapability(JSON.stringify(capability))).toEqual(capability);
});

it.each(["", "{", "null", "[]", "{}", '{"needs":{}}'])("are none: %s", (text) => {
  expect(readCapability(text)).toBeUndefined();
});

it.each([{ models: "a" }, { requires: [{ id: 1 }] }, { needs: { classes: [1], choices: [] } }])(
  "are none with %j",
  (wrong) => {
    expect(readCapability(JSON.stringify({ ...capability, ...wrong }))).toBeUndefined();
  },
);
