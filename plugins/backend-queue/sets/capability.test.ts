// The descriptions of capability sets, which hosts of other versions have written, and the servers that can run them.

import { expect, it } from "vitest";
import type { InstalledExtension, NodeClass } from "@pictor/kernel/plugin";
import type { Lack } from "@pictor/farm";
import { missingOn, narrowed, readCapability, setIdOf, type Capability } from "./capability.js";

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

const catalog = new Map([["SaveImage", { name: "SaveImage" } as NodeClass]]);
const needing = { ...capability, needs: { classes: ["SaveImage"], choices: [] } };
const installed = (version?: string): InstalledExtension => ({
  id: "owner/name",
  place: "name",
  origin: "git",
  enabled: true,
  repositories: ["https://github.com/owner/name"],
  ...(version !== undefined && { version }),
});

it.each<[string, readonly InstalledExtension[] | undefined, boolean]>([
  ["has no list of its extensions", undefined, true],
  ["has the extension", [installed("1.2.0")], true],
  ["has it in a version that nobody knows", [installed()], true],
  ["has an older one", [installed("0.9.0")], false],
  ["has it not enabled", [{ ...installed("1.2.0"), enabled: false }], false],
  ["does not have it", [], false],
])("a server that %s: %j: %s", (_name, extensions, can) => {
  expect(missingOn(needing, { catalog, extensions }).length === 0).toBe(can);
});

it("a server without a class cannot run the prompts that need it, and one without extensions those that need none", () => {
  expect(missingOn(needing, { catalog: new Map() }).length === 0).toBe(false);
  expect(missingOn({ ...needing, requires: [] }, { catalog, extensions: [] }).length === 0).toBe(true);
});

it("the id of a set follows from its needs and the models that it loads", () => {
  expect(setIdOf(capability)).toMatch(/^q[0-9a-f]{20}$/);
  for (const other of [needing, { ...capability, models: [] }, { ...capability, requires: [] }])
    expect(setIdOf(other)).not.toBe(setIdOf(capability));
});

it("a set is narrowed by what a server has turned out to lack, each thing once", () => {
  const choice = { class: "Loader", input: "name", value: "a" };
  const lacks: readonly Lack[] = [
    { type: "class", class: "Detailer" },
    { type: "choice", ...choice },
    { type: "class", class: "SaveImage" },
  ];
  expect(narrowed(capability, lacks)).toEqual({
    ...capability,
    needs: { classes: ["Detailer", "SaveImage"], choices: [choice] },
  });
});
