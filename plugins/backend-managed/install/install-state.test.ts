// Tests of install.json: records are read as written, and invalid files are refused.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/local-machine.js";
import { emptyState, parseState, readState, writeState, type InstallState } from "./install-state.js";

const step = {
  status: "finished",
  inputs: "h",
  at: "2026-01-01T00:00:00.000Z",
  facts: { commit: "c" },
} as const;
const update = { from: { commit: "a", name: "0.1.0" }, to: "v0.2.0", steps: { clone: step } } as const;

it("is empty for a missing file", async () => {
  expect(await readState(join(temporaryFolder(), "none/install.json"))).toEqual(emptyState);
});

it.each<[string, InstallState]>([
  ["steps", { format: 1, steps: { clone: step, torch: { ...step, status: "begun" } } }],
  ["an update that is under way", { format: 1, steps: {}, update: { ...update, localChanges: "d" } }],
  [
    "an update from a branch",
    { format: 1, steps: {}, update: { ...update, from: { ...update.from, branch: "master" } } },
  ],
])("comes back with %s", async (_, state) => {
  const folder = temporaryFolder();
  const file = join(folder, "deep", "install.json");
  await writeState(file, state);
  expect(await readState(file)).toEqual(state);
  expect(readdirSync(join(folder, "deep"))).toEqual(["install.json"]);
});

describe("an invalid file", () => {
  it.each([
    ["no JSON", "{", "it is not JSON"],
    ["nothing", "", "it is not JSON"],
    ["a list", "[]", "it is not an object"],
    ["another format", '{"format": 2, "steps": {}}', "it was written by another version of Pictor"],
    ["a step that is none", '{"format": 1, "steps": {"dance": {}}}', "its steps are invalid"],
    ["half a step", '{"format": 1, "steps": {"clone": {"status": "finished"}}}', "its steps are invalid"],
    ["half an update", '{"format": 1, "steps": {}, "update": {"to": "x"}}', "its update is invalid"],
  ])("holds %s", async (_, text, reason) => {
    const file = join(temporaryFolder(), "install.json");
    writeFileSync(file, text);
    await expect(readState(file)).rejects.toMatchObject({
      code: "MANAGED_STATE_UNREADABLE",
      details: { reason, file },
    });
  });
  it("is a folder", async () => {
    const file = join(temporaryFolder(), "install.json");
    mkdirSync(file);
    await expect(readState(file)).rejects.toMatchObject({ code: "MANAGED_STATE_UNREADABLE" });
  });
  it("does not accept the prototype of objects", () => {
    expect(() => parseState('{"format": 1, "steps": {"__proto__": {}}}')).toThrow("its steps");
  });
});
