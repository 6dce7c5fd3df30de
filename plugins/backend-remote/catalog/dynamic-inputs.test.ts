// Inputs that a graph writes flattened: those that grow, and those that come with a choice.

import { expect, test } from "vitest";
import { catalogOf } from "./object-info.js";

const inputs = (spec: unknown) =>
  catalogOf({ Node: { input: { required: { a: spec } } } }).get("Node")?.inputs ?? [];
const names = (spec: unknown) => inputs(spec).map(({ name }) => name);

const growing = (template: object) => [
  "COMFY_AUTOGROW_V3",
  { template: { input: { required: { image: ["IMAGE", {}] } }, ...template } },
];

test("one that grows is given part by part, none of which must be there", () => {
  expect(inputs(growing({ prefix: "image", min: 2, max: 3 }))).toEqual([
    { name: "a.image0", required: false, type: "IMAGE" },
    { name: "a.image1", required: false, type: "IMAGE" },
    { name: "a.image2", required: false, type: "IMAGE" },
  ]);
});

test.each([
  ["by the names in the template", growing({ names: ["left", "right", 5] }), ["a.left", "a.right"]],
  ["without a template", ["COMFY_AUTOGROW_V3", {}], []],
  ["with a maximum of nonsense", growing({ prefix: "x", max: -1 }), []],
])("its parts %s", (_case, spec, expected) => {
  expect(names(spec)).toEqual(expected);
});

test("without a maximum it ends somewhere", () => {
  expect(names(growing({ prefix: "x" }))).toHaveLength(100);
});

const choice = (...options: readonly (readonly [key: string, inputs: object])[]) => [
  "COMFY_DYNAMICCOMBO_V3",
  { options: options.map(([key, inputs]) => ({ key, inputs })) },
];

test("what comes with a choice may be missing, as another may have been made", () => {
  const spec = choice(
    ["scale", { required: { factor: ["FLOAT", { min: 0.1, max: 8 }] } }],
    ["crop", { required: { width: ["INT", {}] }, optional: { mode: [["left", "right"]] } }],
    ["none", {}],
  );
  expect(inputs(spec)).toEqual([
    { name: "a", required: true, type: "COMBO", options: ["scale", "crop", "none"] },
    { name: "a.factor", required: false, type: "FLOAT", min: 0.1, max: 8 },
    { name: "a.width", required: false, type: "INT" },
    { name: "a.mode", required: false, type: "COMBO", options: ["left", "right"] },
  ]);
});

test("what several choices bring is as wide as all of them", () => {
  const spec = choice(
    ["one", { required: { n: ["INT", { min: 1, max: 5 }], mode: [["x"]], free: ["INT", { max: 1 }] } }],
    ["two", { required: { n: ["INT", { min: 3, max: 18n }], mode: [["y"]], free: ["INT", {}] } }],
  );
  expect(inputs(spec).slice(1)).toEqual([
    { name: "a.n", required: false, type: "INT", min: 1, max: 18n },
    { name: "a.mode", required: false, type: "COMBO", options: ["x", "y"] },
    { name: "a.free", required: false, type: "INT" },
  ]);
});

test("what they mean differently is the server's business", () => {
  const spec = choice(
    ["one", { required: { x: ["INT", {}] } }],
    ["two", { required: { x: ["STRING", {}] } }],
    ["three", { required: { x: ["INT", {}] } }],
  );
  expect(names(spec)).toEqual(["a"]);
});

test("one inside of another is written with all their names", () => {
  const spec = choice([
    "one",
    {
      required: {
        images: growing({ prefix: "i", max: 1 }),
        kind: choice(["k", { required: { z: ["INT"] } }]),
      },
    },
  ]);
  expect(names(spec)).toEqual(["a", "a.images.i0", "a.kind", "a.kind.z"]);
});
