// The steps of the mask editor: undo and redo, widths, the pixel below the pointer, what is painted.

import { describe, expect, it } from "vitest";
import {
  containedIn,
  emptyHistory,
  imagePoint,
  paintStep,
  redo,
  resized,
  undo,
  widthOf,
  withStep,
  type Painter,
  type Step,
} from "./mask-strokes.js";

const fill: Step = { kind: "fill" };
const invert: Step = { kind: "invert" };

it("each step can be taken back and done again, until another one is made", () => {
  const two = withStep(withStep(emptyHistory, fill), invert);
  const one = undo(two);
  expect(one).toEqual({ done: [fill], undone: [invert] });
  expect(redo(one)).toEqual(two);
  expect(redo(two)).toEqual(two);
  expect(undo(undo(undo(two)))).toEqual({ done: [], undone: [invert, fill] });
  expect(withStep(one, { kind: "clear" }).undone).toEqual([]);
});

it("only a pen has a pressure", () => {
  expect([widthOf(40, "pen", 0.5), widthOf(40, "pen", 0), widthOf(40, "mouse", 0)]).toEqual([20, 6, 40]);
});

it("the brush grows and shrinks between a pixel and a thousand", () => {
  expect([resized(40, 1), resized(40, -1), resized(1, 1), resized(1, -1), resized(1000, 1)]).toEqual([
    50, 32, 2, 1, 1000,
  ]);
});

describe("an image in a box of another shape", () => {
  const box = { left: 10, top: 20, width: 400, height: 200 };
  const image = { width: 1000, height: 1000 };
  it("lies in the middle, and its pixels are found", () => {
    expect(containedIn(box, image)).toEqual({ left: 110, top: 20, width: 200, height: 200, scale: 0.2 });
    expect(imagePoint({ x: 110, y: 20 }, box, image)).toEqual({ x: 0, y: 0 });
    expect(imagePoint({ x: 310, y: 120 }, box, image)).toEqual({ x: 1000, y: 500 });
  });
});

describe("painting", () => {
  const painted = (step: Step): readonly unknown[] => {
    const calls: unknown[] = [];
    const log =
      (name: string) =>
      (...given: readonly number[]): void => {
        calls.push([name, painter.globalCompositeOperation, painter.lineWidth, ...given]);
      };
    const painter: Painter = {
      globalCompositeOperation: "source-over",
      lineWidth: 1,
      lineCap: "butt",
      lineJoin: "miter",
      beginPath: () => undefined,
      moveTo: log("from"),
      lineTo: log("to"),
      arc: (x, y, radius) => {
        log("dot")(x, y, radius);
      },
      fill: () => undefined,
      stroke: () => undefined,
      fillRect: log("fill"),
      clearRect: log("clear"),
    };
    paintStep(painter, step, { width: 4, height: 3 });
    return calls;
  };

  it("draws lines from dab to dab with their widths, and a dot for one dab", () => {
    const dabs = [
      { x: 1, y: 1, width: 2 },
      { x: 5, y: 1, width: 4 },
    ];
    expect(painted({ kind: "eraser", dabs })).toEqual([
      ["dot", "destination-out", 1, 1, 1, 1],
      ["from", "destination-out", 3, 1, 1],
      ["to", "destination-out", 3, 5, 1],
    ]);
  });

  it.each([
    ["fill", ["fill", "source-over", 1, 0, 0, 4, 3]],
    ["invert", ["fill", "xor", 1, 0, 0, 4, 3]],
    ["clear", ["clear", "source-over", 1, 0, 0, 4, 3]],
  ] as const)("the step %s covers the whole image", (kind, call) => {
    expect(painted({ kind })).toEqual([call]);
  });
});
