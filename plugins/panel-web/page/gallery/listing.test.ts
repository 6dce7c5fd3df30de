// The list of the gallery: images come and go, and what one looks at keeps its place.

import type { Picture } from "@pictor/client";
import { describe, expect, it } from "vitest";
import {
  emptyListing,
  missingPages,
  onlyNear,
  pageSize,
  walkTo,
  withChanged,
  withNewest,
  withoutImages,
  withPage,
  type Listing,
} from "./listing.js";

const picture = (id: string, change: Partial<Picture> = {}): Picture =>
  ({ id, starred: false, ...change }) as Picture;
const pageOf = (total: number, ...ids: readonly string[]) => ({
  total,
  pictures: ids.map((id) => picture(id)),
});
const listOf = (...ids: readonly string[]): Listing => withPage(emptyListing, 0, pageOf(ids.length, ...ids));
const idsOf = ({ entries }: Listing): readonly (readonly [number, string])[] =>
  [...entries].map(([position, { id }]) => [position, id] as const).sort(([one], [other]) => one - other);

describe("new images", () => {
  it("come before the others, with the active image still the same", () => {
    const next = withNewest(walkTo(listOf("c", "b", "a"), 1), pageOf(5, "e", "d", "c", "b", "a"), true);
    expect(next).toMatchObject({ total: 5, head: 2, active: 3 });
    expect(next?.entries.get(3)?.id).toBe("b");
    expect(withNewest(next ?? emptyListing, pageOf(6, "f", "e", "d", "c", "b", "a"), true)?.head).toBe(3);
  });

  it("stand among the others if the person looks at the start", () => {
    expect(withNewest(listOf("b", "a"), pageOf(3, "c", "b", "a"), false)).toMatchObject({
      head: 0,
      active: 0,
    });
    expect(withNewest(emptyListing, pageOf(2, "b", "a"), true)).toMatchObject({ total: 2, head: 0 });
  });

  it("change nothing if there are none, and keep what is known of the rest", () => {
    const list = withPage(listOf("b", "a"), 0, pageOf(150, "b", "a"));
    const next = withNewest({ ...list, head: 1 }, pageOf(150, "b", "a"), true);
    expect(next).toMatchObject({ head: 1, total: 150 });
  });

  it.each([
    ["images have gone", pageOf(1, "b")],
    ["others are in the place of known ones", pageOf(2, "x", "a")],
    ["all of the page are new", pageOf(4, "f", "e")],
  ])("are not told from the newest page if %s", (_name, page) => {
    expect(withNewest(listOf("b", "a"), page, true)).toBeUndefined();
  });
});

it("a changed image keeps its place, and an unknown one changes nothing", () => {
  const list = listOf("b", "a");
  expect(withChanged(list, picture("a", { starred: true })).entries.get(1)?.starred).toBe(true);
  expect(withChanged(list, picture("x"))).toBe(list);
});

it("images that go let the others move up, also the active one and those with rows of their own", () => {
  const list = { ...walkTo(listOf("e", "d", "c", "b", "a"), 4), head: 2 };
  const next = withoutImages(list, ["e", "b"]);
  expect(next).toMatchObject({ total: 3, head: 1, active: 2 });
  expect(idsOf(next ?? emptyListing)).toEqual([
    [0, "d"],
    [1, "c"],
    [2, "a"],
  ]);
  expect(withoutImages(list, ["x"])).toBeUndefined();
  expect(withoutImages(listOf("a"), ["a"])).toMatchObject({ total: 0, active: 0 });
});

it("pages are read where positions are not known, and forgotten far from what is shown", () => {
  const all = Array.from({ length: pageSize }, (_, index) => `i${index}`);
  const list = withPage(withPage(emptyListing, 0, pageOf(1050, ...all)), 500, pageOf(1050, ...all));
  expect(missingPages(list, 90, 110)).toEqual([100]);
  expect(missingPages(list, 550, 620)).toEqual([600]);
  expect(missingPages(list, 1000, 5000)).toEqual([1000]);
  expect(missingPages(list, -5, 100)).toEqual([]);
  expect(onlyNear(list, 500, 600)).toBe(list);
  expect(onlyNear(list, 1000, 1040).entries.size).toBe(pageSize);
});
