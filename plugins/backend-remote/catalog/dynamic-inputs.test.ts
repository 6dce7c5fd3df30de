// Inputs that a graph writes as `name.part`: autogrow inputs, and inputs that belong to a choice.

import { expect, test } from "vitest";
import { catalogOf } from "./object-info.js";

const inputs = (spec: unknown) =>
  catalogOf({ Node: { input: { required: { a: spec } } } }).get("Node")?.inputs ?? [];
const names = (spec: unknown) => inputs(spec).map(({ name }) => name);

const autogrow = (template: object) => [
  "COMFY_AUTOGROW_V3",
  { template: { input: { required: { image: ["IMAGE", {}] } }, ...template } },
];

const requiredParts = (spec: unknown) =>
  inputs(spec).flatMap(({ name, required }) => (required ? [name] : []));

test("an autogrow input is listed part by part, and the first parts are required", () => {
  const part = { type: "IMAGE", autogrow: true };
  expect(inputs(autogrow({ prefix: "image", min: 2, max: 3 }))).toEqual([
    { ...part, name: "a.image0", required: true },
    { ...part, name: "a.image1", required: true },
    { ...part, name: "a.image2", required: false },
  ]);
});

test("no part is required without a minimum, or if the template's input is optional", () => {
  const optional = { prefix: "image", min: 2, max: 3, input: { optional: { image: ["IMAGE", {}] } } };
  expect(requiredParts(autogrow({ names: ["x", "y"] }))).toEqual([]);
  expect(requiredParts(autogrow(optional))).toEqual([]);
  expect(requiredParts(autogrow({ names: ["x", "y"], min: 1 }))).toEqual(["a.x"]);
});

test("a slot may stay unconnected, and names what a link to it adds", () => {
  const slot = { slotType: "IMAGE", inputs: { required: { strength: ["INT", { max: 10 }] } } };
  const strength = { name: "a.strength", type: "INT", max: 10, widget: {} };
  expect(inputs(["COMFY_DYNAMICSLOT_V3", slot])).toEqual([
    { name: "a", required: false, type: "IMAGE", linkedInputs: [{ ...strength, required: true }] },
    { ...strength, required: false },
  ]);
});

test.each([
  ["by the names in its template", autogrow({ names: ["left", "right", 5] }), ["a.left", "a.right"]],
  ["without a template", ["COMFY_AUTOGROW_V3", {}], []],
  ["with a negative maximum", autogrow({ prefix: "x", max: -1 }), []],
])("the parts of an autogrow input: %s", (_case, spec, expected) => {
  expect(names(spec)).toEqual(expected);
});

test("an autogrow input without a maximum has 100 parts", () => {
  expect(names(autogrow({ prefix: "x" }))).toHaveLength(100);
});

const choice = (...options: readonly (readonly [key: string, inputs: object])[]) => [
  "COMFY_DYNAMICCOMBO_V3",
  { options: options.map(([key, inputs]) => ({ key, inputs })) },
];

test("the inputs of a choice are required only while their value is chosen", () => {
  const spec = choice(
    ["scale", { required: { factor: ["FLOAT", { min: 0.1, max: 8 }] } }],
    ["crop", { required: { width: ["INT", {}] }, optional: { mode: [["left", "right"]] } }],
    ["none", {}],
  );
  const chosen = { required: false, widget: {} };
  const factor = { ...chosen, name: "a.factor", type: "FLOAT", min: 0.1, max: 8 };
  const width = { ...chosen, name: "a.width", type: "INT" };
  const mode = { ...chosen, name: "a.mode", type: "COMBO", options: ["left", "right"], legacyCombo: true };
  const dynamicInputs = [
    { value: "scale", inputs: [{ ...factor, required: true }] },
    { value: "crop", inputs: [{ ...width, required: true }, mode] },
    { value: "none", inputs: [] },
  ];
  const options = ["scale", "crop", "none"];
  expect(inputs(spec)).toEqual([
    { name: "a", required: true, type: "COMBO", options, widget: {}, dynamicInputs },
    factor,
    width,
    mode,
  ]);
});

test("an input of several values accepts what any of them accepts", () => {
  const spec = choice(
    ["one", { required: { n: ["INT", { min: 1, max: 5 }], mode: [["x"]], free: ["INT", { max: 1 }] } }],
    ["two", { required: { n: ["INT", { min: 3, max: 18n }], mode: [["y"]], free: ["INT", {}] } }],
  );
  const chosen = { required: false, widget: {} };
  expect(inputs(spec).slice(1)).toEqual([
    { ...chosen, name: "a.n", type: "INT", min: 1, max: 18n },
    { ...chosen, name: "a.mode", type: "COMBO", options: ["x", "y"] },
    { ...chosen, name: "a.free", type: "INT" },
  ]);
});

test("an input whose type differs between the values is omitted", () => {
  const spec = choice(
    ["one", { required: { x: ["INT", {}] } }],
    ["two", { required: { x: ["STRING", {}] } }],
    ["three", { required: { x: ["INT", {}] } }],
  );
  expect(names(spec)).toEqual(["a"]);
});

test("nested inputs are written with all names", () => {
  const spec = choice([
    "one",
    {
      required: {
        images: autogrow({ prefix: "i", max: 1 }),
        kind: choice(["k", { required: { z: ["INT"] } }]),
      },
    },
  ]);
  expect(names(spec)).toEqual(["a", "a.images.i0", "a.kind", "a.kind.z"]);
});

test("nested inputs of a value are listed with all names too", () => {
  const inner = choice(["k", { required: { z: ["INT"] } }]);
  const [outer] = inputs(
    choice(["one", { required: { kind: inner, images: autogrow({ prefix: "i", max: 1 }) } }]),
  );
  const [kind, z, image] = outer?.dynamicInputs?.[0]?.inputs ?? [];
  expect([kind?.name, z?.name, image]).toEqual([
    "a.kind",
    "a.kind.z",
    { name: "a.images.i0", required: false, type: "IMAGE", autogrow: true },
  ]);
  expect(kind?.dynamicInputs?.[0]?.inputs.map(({ name }) => name)).toEqual(["a.kind.z"]);
});

test("a group has rows of fields, and the editor saves their number", () => {
  const template = { required: { file: [["a"]] }, optional: { on: ["BOOLEAN", {}] } };
  expect(inputs(["COMFY_DYNAMICGROUP_V3", { min: 1, max: 3, group_name: "LoRA", template }])).toEqual([
    {
      name: "a",
      required: false,
      type: "COMFY_DYNAMICGROUP_V3",
      widget: {},
      rows: {
        min: 1,
        max: 3,
        inputs: [
          { name: "file", required: true, type: "COMBO", options: ["a"], legacyCombo: true, widget: {} },
          { name: "on", required: false, type: "BOOLEAN", widget: {} },
        ],
      },
    },
  ]);
});
