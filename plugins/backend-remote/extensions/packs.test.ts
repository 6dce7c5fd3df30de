// The packs of the Manager's list and of its table of node classes.

import { expect, test } from "vitest";
import { availableOf, matches, packsInList, packsInMappings, providersIn } from "./packs.js";

test("the list: packs of the registry, others, and those of several files", () => {
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
  expect(packsInList({ node_packs }).map(availableOf)).toEqual([
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

test("the table: by id of the registry, or by address", () => {
  const table = {
    "acme-nodes": [["AcmeTone", 5], { title_aux: "Acme" }],
    "https://github.com/acme/Loose-Nodes": [["LooseNode", "AcmeTone"], {}],
    broken: "x",
  };
  expect(packsInMappings(table).map(({ name, title }) => [name, title])).toEqual([
    ["acme-nodes", "Acme"],
    ["Loose-Nodes", "https://github.com/acme/Loose-Nodes"],
    ["broken", "broken"],
  ]);
  expect([...providersIn(table)]).toEqual([
    ["AcmeTone", ["acme-nodes", "https://github.com/acme/Loose-Nodes"]],
    ["LooseNode", ["https://github.com/acme/Loose-Nodes"]],
  ]);
});

test.each([[null], [[]], [{ node_packs: [] }]])("nothing is read from %j", (reply) => {
  expect([packsInList(reply), providersIn(reply).size]).toEqual([[], 0]);
});

test("every word counts, wherever it stands", () => {
  const pack = { name: "a", title: "Acme Nodes", author: "Ada", description: "Tones of skin" };
  expect(["", "ACME skin", "ada  tones", "acme moon"].map((query) => matches(pack, query))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
