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
    { name: "a.image0", required: false, type: "IMAGE", grown: true },
    { name: "a.image1", required: false, type: "IMAGE", grown: true },
    { name: "a.image2", required: false, type: "IMAGE", grown: true },
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
  const chosen = { required: false, byHand: {} };
  const factor = { ...chosen, name: "a.factor", type: "FLOAT", min: 0.1, max: 8 };
  const width = { ...chosen, name: "a.width", type: "INT" };
  const mode = { ...chosen, name: "a.mode", type: "COMBO", options: ["left", "right"], listed: true };
  const brings = [
    { value: "scale", inputs: [factor] },
    { value: "crop", inputs: [width, mode] },
    { value: "none", inputs: [] },
  ];
  const options = ["scale", "crop", "none"];
  expect(inputs(spec)).toEqual([
    { name: "a", required: true, type: "COMBO", options, byHand: {}, brings },
    factor,
    width,
    mode,
  ]);
});

test("what several choices bring is as wide as all of them", () => {
  const spec = choice(
    ["one", { required: { n: ["INT", { min: 1, max: 5 }], mode: [["x"]], free: ["INT", { max: 1 }] } }],
    ["two", { required: { n: ["INT", { min: 3, max: 18n }], mode: [["y"]], free: ["INT", {}] } }],
  );
  const chosen = { required: false, byHand: {} };
  expect(inputs(spec).slice(1)).toEqual([
    { ...chosen, name: "a.n", type: "INT", min: 1, max: 18n },
    { ...chosen, name: "a.mode", type: "COMBO", options: ["x", "y"] },
    { ...chosen, name: "a.free", type: "INT" },
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

test("what is inside of what a choice brings has all their names as well", () => {
  const inner = choice(["k", { required: { z: ["INT"] } }]);
  const [outer] = inputs(
    choice(["one", { required: { kind: inner, images: growing({ prefix: "i", max: 1 }) } }]),
  );
  const [kind, z, image] = outer?.brings?.[0]?.inputs ?? [];
  expect([kind?.name, z?.name, image]).toEqual([
    "a.kind",
    "a.kind.z",
    { name: "a.images.i0", required: false, type: "IMAGE", grown: true },
  ]);
  expect(kind?.brings?.[0]?.inputs.map(({ name }) => name)).toEqual(["a.kind.z"]);
});
