// What a plugin.json says, also if it is not valid.

import { expect, it } from "vitest";
import { contributionsOf, permissionsOf } from "./manifest-text.js";

it("the contributions have their titles, ids or classes", () => {
  const contributes = {
    workflows: [{ id: "a", title: "Poster" }, { id: "b" }, 7],
    nodeClasses: [{ class: "Blur" }],
    apis: [],
    novelties: [{ id: "c" }],
  };
  expect(contributionsOf({ contributes })).toEqual([
    { kind: "Workflows", ids: ["Poster", "b"] },
    { kind: "Node classes", ids: ["Blur"] },
    { kind: "novelties", ids: ["c"] },
  ]);
});

it("the permissions have their reasons", () => {
  const permissions = [{ name: "network", reason: "Sends requests." }, null];
  expect(permissionsOf({ permissions })).toEqual([{ name: "network", reason: "Sends requests." }]);
});

it.each([{}, { contributes: [], permissions: {} }, { contributes: { workflows: "x" } }])(
  "%j says nothing",
  (manifest) => {
    expect([contributionsOf(manifest), permissionsOf(manifest)]).toEqual([[], []]);
  },
);
