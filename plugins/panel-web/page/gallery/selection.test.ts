// Selected images, filters of the gallery, and the field of a workflow that takes an image.

import { expect, it } from "vitest";
import { isFiltered, noFilter, queryOf } from "./filter.js";
import { imageFieldOf } from "./image-field.js";
import { chunksOf, extended, noSelection, toggled, without } from "./selection.js";

it("images are selected one by one, in ranges from the last one, and not when they are gone", () => {
  const one = toggled(noSelection, "a");
  expect(one).toEqual({ ids: new Set(["a"]), anchor: "a" });
  const more = extended(one, ["a", "b", "c"]);
  expect(more).toEqual({ ids: new Set(["a", "b", "c"]), anchor: "a" });
  expect(toggled(more, "b").ids).toEqual(new Set(["a", "c"]));
  expect(without(more, ["a", "x"]).ids).toEqual(new Set(["b", "c"]));
  expect(without(more, ["x"])).toBe(more);
});

it("long lists are sent in pieces", () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([], 2)).toEqual([]);
});

it("a filter is the query of the images that match", () => {
  expect(queryOf(noFilter)).toEqual({});
  const days = queryOf({ ...noFilter, from: "2026-08-01", to: "2026-08-01" });
  const [from = 0, to = 0] = [days.from, days.to].map((time) => Date.parse(time ?? ""));
  expect(to - from).toBe(24 * 3600 * 1000 - 1);
  expect(queryOf({ ...noFilter, from: "2026-99" })).toEqual({});
  expect(queryOf({ ...noFilter, search: " fox ", workflow: "svd", starred: true, deleted: true })).toEqual({
    search: "fox",
    workflow: "svd",
    starred: "true",
    deleted: "true",
  });
  expect([isFiltered({ ...noFilter, deleted: true }), isFiltered({ ...noFilter, starred: true })]).toEqual([
    false,
    true,
  ]);
});

it.each([
  [{ image: { type: "string", format: "path" }, prompt: { type: "string" } }, "image", false],
  [{ images: { type: "array", items: { type: "string", format: "path" } } }, "images", true],
  [{ image: { type: "string" } }, undefined, undefined],
  [{}, undefined, undefined],
])("the image of a workflow with the fields %j is %s", (properties, name, isList) => {
  const field = imageFieldOf({ params: { type: "object", properties } });
  expect([field?.name, field?.isList]).toEqual([name, isList]);
});
