// The shape of the gallery: columns, rows, and the way of the keys through them.

import { describe, expect, it } from "vitest";
import { placeOf, rowCount, shapeOf, shownRange, startOfRow, walk } from "./grid-shape.js";

const shape = { columns: 3, side: 92, gap: 8 };

it.each([
  [208, 2, 100],
  [100, 2, 46],
  [250, 2, 121],
  [300, 3, 94],
  [1000, 7, 136],
])("a width of %i has %i columns of %i", (width, columns, side) => {
  expect(shapeOf(width)).toMatchObject({ columns, side });
});

describe("images that have come while one looked further down", () => {
  const counts = { head: 4, total: 11 };
  it("have rows of their own, so that the columns of the others stay", () => {
    expect(rowCount(counts, shape)).toBe(2 + 3);
    expect([0, 3, 4, 10].map((position) => placeOf(position, counts, shape))).toEqual([
      { row: 0, column: 0 },
      { row: 1, column: 0 },
      { row: 2, column: 0 },
      { row: 4, column: 0 },
    ]);
    expect([0, 1, 2, 3, 4, 5].map((row) => startOfRow(row, counts, shape))).toEqual([0, 3, 4, 7, 10, 13]);
  });

  it("are walked through like the others", () => {
    expect(walk("ArrowDown", 1, counts, shape, 2)).toBe(3);
    expect(walk("ArrowDown", 3, counts, shape, 2)).toBe(4);
    expect(walk("ArrowUp", 6, counts, shape, 2)).toBe(3);
  });
});

describe("keys", () => {
  const counts = { head: 0, total: 10 };
  it.each([
    ["ArrowRight", 0, 1],
    ["ArrowRight", 9, 9],
    ["ArrowLeft", 0, 0],
    ["ArrowDown", 1, 4],
    ["ArrowDown", 7, 9],
    ["ArrowDown", 9, 9],
    ["ArrowUp", 1, 1],
    ["ArrowUp", 9, 6],
    ["PageDown", 0, 6],
    ["PageUp", 8, 2],
    ["Home", 5, 0],
    ["End", 5, 9],
    ["x", 5, undefined],
  ])("%s leads from %i to %s", (key, from, to) => {
    expect(walk(key, from, counts, shape, 2)).toBe(to);
  });
});

it("only the images near the visible part exist", () => {
  const counts = { head: 0, total: 10_000 };
  expect(shownRange({ top: 0, height: 500 }, counts, shape)).toEqual({ from: 0, to: 27 });
  expect(shownRange({ top: 100_000, height: 500 }, counts, shape)).toEqual({ from: 2988, to: 3027 });
  expect(shownRange({ top: 999_999, height: 500 }, counts, shape).to).toBe(10_000);
  expect(shownRange({ top: 0, height: 500 }, { head: 0, total: 0 }, shape)).toEqual({ from: 0, to: 0 });
});
