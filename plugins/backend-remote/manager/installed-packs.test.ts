// The Manager's list of installed packs: archives, clones, disabled packs in both forms, and malformed entries.

import { expect, test } from "vitest";
import { installedExtensionOf, parseInstalledPacks } from "./installed-packs.js";

const commit = "0123456789abcdef0123456789abcdef01234567";
const read = (reply: unknown) =>
  parseInstalledPacks(reply).map((entry) => installedExtensionOf(entry, { loaded: undefined }));

test("an archive of the registry has a version and no repository", () => {
  expect(read({ "acme-nodes": { ver: "1.4.2", cnr_id: "acme-nodes", aux_id: null, enabled: true } })).toEqual(
    [
      {
        id: "acme-nodes",
        place: "acme-nodes",
        origin: "registry",
        registryId: "acme-nodes",
        repositories: [],
        version: "1.4.2",
        versionFrom: "manager",
        enabled: true,
      },
    ],
  );
});

test("the line feed after a commit is removed", () => {
  const entry = { ver: `${commit}\n`, cnr_id: "", aux_id: "Acme/Acme-Nodes", enabled: true };
  expect(read({ "My-Clone": entry })).toMatchObject([{ commit }]);
});

test.each([
  ["of a registered repository", "acme-nodes", "Acme/Acme-Nodes", { registryId: "acme-nodes" }],
  ["of any other repository", "", "Acme/Acme-Nodes", {}],
])("a clone %s has a commit and no version", (_case, cnr_id, aux_id, expected) => {
  expect(read({ "My-Clone": { ver: commit, cnr_id, aux_id, enabled: true } })).toEqual([
    {
      id: "acme/acme-nodes",
      place: "My-Clone",
      origin: "git",
      repositories: ["https://github.com/Acme/Acme-Nodes"],
      commit,
      enabled: true,
      ...expected,
    },
  ]);
});

test("a clone from outside GitHub is named by the last part of its address", () => {
  expect(read({ nodes: { ver: commit, cnr_id: "", aux_id: "nodes.git", enabled: true } })).toMatchObject([
    { id: "nodes", place: "nodes", repositories: [] },
  ]);
});

test.each([
  ["acme-nodes@1_2_0", "acme-nodes"],
  ["acme-nodes.disabled", "acme-nodes"],
  ["@acme", "@acme"],
])("a disabled pack in %s has the folder %s", (folder, place) => {
  expect(
    read({ [folder]: { ver: "1.2.0", cnr_id: "acme-nodes", aux_id: null, enabled: false } }),
  ).toMatchObject([{ place, enabled: false }]);
});

test("older versions beside an enabled pack are left out", () => {
  const entry = (ver: string, enabled: boolean) => ({ ver, cnr_id: "acme-nodes", aux_id: null, enabled });
  const reply = { "acme-nodes": entry("2.0.0", true), "acme-nodes@1_0_0": entry("1.0.0", false) };
  expect(read(reply)).toMatchObject([{ version: "2.0.0", enabled: true }]);
});

test.each([[null], [[]], ["x"], [{ a: null, b: { ver: 5 }, c: "x" }]])("%j has no packs", (reply) => {
  expect(read(reply)).toEqual([]);
});

test("a date is not a version", () => {
  expect(read({ a: { ver: "2024.05", cnr_id: "a", aux_id: null, enabled: true } })[0]).not.toHaveProperty(
    "version",
  );
});
