// The order of the menu of workflows.

import type { Workflow } from "@pictor/client";
import { expect, it } from "vitest";
import { menuGroups, withRecent } from "./workflow-order.js";

const workflow = (id: string, isOwn = false): Workflow => ({
  id,
  title: id,
  plugin: "p",
  params: {},
  features: [],
  ...(isOwn && { isOwn }),
});
const known = ["custom", "acme", "svd", "txt2img", "upscale"].map((id) => workflow(id));
const ids = (recent: readonly string[], all = known) =>
  menuGroups(all, recent).map(({ group, entries }) => [group, entries.map(({ id }) => id)]);

it("begins with the most used one, and ends with strangers and the one for graphs", () => {
  expect(ids([])).toEqual([["All workflows", ["txt2img", "upscale", "svd", "acme", "custom"]]]);
});

it("has the recent ones first, once, and the user's own before all others", () => {
  expect(ids(["svd", "gone", "mine"], [...known, workflow("mine", true), workflow("ours", true)])).toEqual([
    ["Recent", ["svd", "mine"]],
    ["Your workflows", ["ours"]],
    ["All workflows", ["txt2img", "upscale", "acme", "custom"]],
  ]);
  expect(withRecent(["a", "b", "c"], "b")).toEqual(["b", "a", "c"]);
  expect(withRecent(["a", "b", "c"], "d")).toEqual(["d", "a", "b"]);
});
