// Where the list of a menu stands.

import { expect, it } from "vitest";
import { placeBelow } from "./place-below.js";

const view = { width: 320, height: 600 };
const size = { width: 200, height: 150 };
const button = (left: number, top: number) => ({ left, right: left + 60, top, bottom: top + 30 });

it.each([
  ["below its button", button(100, 100), size, "left", { left: 100, top: 134, maxHeight: 458 }],
  ["above it at the lower edge", button(100, 550), size, "left", { left: 100, top: 396, maxHeight: 538 }],
  ["inside the window at the right", button(250, 100), size, "left", { left: 112, top: 134, maxHeight: 458 }],
  ["inside the window at the left", button(10, 100), size, "right", { left: 8, top: 134, maxHeight: 458 }],
  [
    "with a scroll bar if it is long",
    button(100, 100),
    { width: 200, height: 900 },
    "left",
    { left: 100, top: 134, maxHeight: 458 },
  ],
] as const)("%s", (_, at, list, side, place) => {
  expect(placeBelow(at, list, view, side)).toEqual(place);
});
