// The packs in the Manager's list and in its table of node classes.

import { expect, test } from "vitest";
import { availableExtensionOf, parsePackList, parsePackMappings, parseProviders } from "./known-packs.js";

test("the list has packs of the registry, other packs, and packs of several files", () => {
  const node_packs = {
    "acme-nodes": {
      title: "Acme",
      author: "Ada",
      description: " Tones. ",
      files: ["https://github.com/acme/acme-nodes"],
      repository: "https://github.com/acme/acme-nodes",
      state: "enabled",
      version: "1.0.0",
      cnr_latest: "2.0.0",
    },
    pure: { title: "Pure", repository: "", state: "not-installed", version: "0.3.0" },
    "Loose-Nodes": { title: "Loose", files: ["https://github.com/acme/Loose-Nodes"], version: "unknown" },
    "https://github.com/acme/many": { files: ["https://github.com/acme/many"], version: "unknown" },
    broken: null,
  };
  expect(parsePackList({ node_packs }).map(availableExtensionOf)).toEqual([
    {
      id: "acme/acme-nodes",
      title: "Acme",
      description: "Tones.",
      author: "Ada",
      registryId: "acme-nodes",
      repository: "https://github.com/acme/acme-nodes",
      version: "2.0.0",
    },
    { id: "pure", title: "Pure", registryId: "pure", version: "0.3.0" },
    { id: "acme/loose-nodes", title: "Loose", repository: "https://github.com/acme/Loose-Nodes" },
    { id: "acme/many", title: "https://github.com/acme/many", repository: "https://github.com/acme/many" },
    { id: "broken", title: "broken", registryId: "broken" },
  ]);
});

test("the table has packs by registry id or by address", () => {
  const table = {
    "acme-nodes": [["AcmeTone", 5], { title_aux: "Acme" }],
    "https://github.com/acme/Loose-Nodes": [["LooseNode", "AcmeTone"], {}],
    broken: "x",
  };
  expect(parsePackMappings(table).map(({ name, title }) => [name, title])).toEqual([
    ["acme-nodes", "Acme"],
    ["Loose-Nodes", "https://github.com/acme/Loose-Nodes"],
    ["broken", "broken"],
  ]);
  expect([...parseProviders(table)]).toEqual([
    ["AcmeTone", ["acme-nodes", "https://github.com/acme/Loose-Nodes"]],
    ["LooseNode", ["https://github.com/acme/Loose-Nodes"]],
  ]);
});

test.each([[null], [[]], [{ node_packs: [] }]])("%j has no packs", (reply) => {
  expect([parsePackList(reply), parseProviders(reply).size]).toEqual([[], 0]);
});
