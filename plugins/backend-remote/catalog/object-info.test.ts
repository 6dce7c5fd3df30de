// Parsing node classes, one form of input per test.

import { parseJson } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { catalogOf } from "./object-info.js";

const input = (spec: unknown) =>
  catalogOf({ Node: { input: { required: { a: spec } } } }).get("Node")?.inputs[0];

test("a class lists its required inputs first, then its outputs and whether it is an output node", () => {
  const entry = {
    input: { required: { images: ["IMAGE"] }, optional: { vae: ["VAE", {}] }, hidden: { prompt: "PROMPT" } },
    output: ["IMAGE", ["a", "b"]],
    output_node: true,
  };
  expect(catalogOf({ Save: entry }).get("Save")).toEqual({
    name: "Save",
    inputs: [
      { name: "images", required: true, type: "IMAGE" },
      { name: "vae", required: false, type: "VAE" },
    ],
    outputs: ["IMAGE", "COMBO"],
    isOutput: true,
  });
});

test.each<[string, object | undefined, readonly string[]]>([
  [
    "that the server reports",
    { required: ["seed", "cfg", "10"], optional: ["b", "a"] },
    ["seed", "cfg", "10", "b", "a"],
  ],
  ["of the names alone, where the server reports none", undefined, ["10", "cfg", "seed", "a", "b"]],
  [
    "that names an input that is not there, and lacks one",
    { required: ["gone", "seed"] },
    ["seed", "10", "cfg", "a", "b"],
  ],
])("the inputs of a class have the order %s", (_name, order, names) => {
  const required = { cfg: ["FLOAT"], 10: ["IMAGE"], seed: ["INT"] };
  const entry = { input: { required, optional: { a: ["INT"], b: ["INT"] } }, input_order: order };
  expect(
    catalogOf({ A: entry })
      .get("A")
      ?.inputs.map(({ name }) => name),
  ).toEqual(names);
});

test.each([
  ["title", "its display name, if it differs", "display_name", ["Load it", "A", null], "Load it"],
  [
    "module",
    "its Python module, if the server reports one",
    "python_module",
    ["custom_nodes.acme", 5, undefined],
    "custom_nodes.acme",
  ],
] as const)("the %s of a class is %s", (member, _what, name, values, first) => {
  const found = values.map((value) => catalogOf({ A: { [name]: value } }).get("A")?.[member]);
  expect(found).toEqual([first, undefined, undefined]);
});

test.each([
  ["the list as the type", [["euler", "heun"], {}]],
  ["the list among the options", ["COMBO", { options: ["euler", "heun"], multiselect: false }]],
  [
    "a choice with inputs of its own",
    [
      "COMFY_DYNAMICCOMBO_V3",
      {
        options: [
          { key: "euler", inputs: {} },
          { key: "heun", inputs: {} },
        ],
      },
    ],
  ],
])("a choice: %s", (_form, spec) => {
  expect(input(spec)).toMatchObject({ name: "a", required: true, type: "COMBO", options: ["euler", "heun"] });
});

test("the maximum of a seed keeps its 64 bits", () => {
  const spec = parseJson('["INT", {"default": 0, "min": 0, "max": 18446744073709551615}]');
  expect(input(spec)).toEqual({
    name: "a",
    required: true,
    type: "INT",
    min: 0,
    max: 18446744073709551615n,
    default: 0,
    widget: {},
  });
});

test("an infinite limit, as Python writes it, is not a limit", () => {
  expect(input(parseJson('["FLOAT", {"max": Infinity, "default": 1.5}]'))).toEqual({
    name: "a",
    required: true,
    type: "FLOAT",
    default: 1.5,
    widget: {},
  });
});

test.each([
  ["an uploaded file", [["a.png"], { image_upload: true }], ["a.png"]],
  ["values from another address", ["COMBO", { remote: { route: "/list" } }], []],
  [
    "values from another address, in the form of newer servers",
    ["COMBO", { remote_combo: { route: "/list" } }],
    [],
  ],
  ["null and lists among the values", [["a", null, ["b"], 1, true]], ["a", 1, true]],
])("values outside the list are accepted: %s", (_case, spec, options) => {
  expect(input(spec)).toMatchObject({ type: "COMBO", options, lenient: true });
});

test("an empty list accepts no value: the server has no such file", () => {
  const widget = {};
  expect(input([[], {}])).toEqual({
    name: "a",
    required: true,
    type: "COMBO",
    options: [],
    legacyCombo: true,
    widget,
  });
});

test("a class whose choices are defined in the graph editor lists none and accepts any", () => {
  const catalog = catalogOf({ CustomCombo: { input: { required: { choice: ["COMBO", { options: [] }] } } } });
  expect(catalog.get("CustomCombo")?.inputs).toMatchObject([{ options: [], lenient: true }]);
});

test("several values at once are those of the list", () => {
  const several = input(["COMBO", { options: ["x"], multiselect: true }]);
  expect(several).toMatchObject({ multiselect: true, options: ["x"] });
  expect(several).not.toHaveProperty("lenient");
});

test("an input of a matching type accepts every type", () => {
  expect(input(["COMFY_MATCHTYPE_V3", {}])?.type).toBe("*");
});

test("the inputs of a class are parsed once, when they are first read", () => {
  let reads = 0;
  const entry = {
    get input() {
      reads++;
      return { required: { a: ["INT"] } };
    },
    output: ["INT"],
  };
  const known = catalogOf({ Node: entry }).get("Node");
  expect(reads).toBe(0);
  expect(known?.inputs).toBe(known?.inputs);
  expect([reads, { ...known }.outputs]).toEqual([1, ["INT"]]);
});

test("a malformed description of one class affects only the inputs of that class", () => {
  const catalog = catalogOf({
    Malformed: { input: { required: { a: null } }, output: "x" },
    Empty: null,
    Good: { output: ["INT"] },
  });
  expect([...catalog.keys()]).toEqual(["Malformed", "Empty", "Good"]);
  expect(catalog.get("Malformed")).toMatchObject({ inputs: [{ name: "a", type: "*" }], outputs: [] });
});

test("the inputs of the formats of a video are named", () => {
  const formats = {
    "video/mp4": [
      ["crf", "INT", {}],
      ["pix_fmt", ["yuv420p"]],
    ],
    "image/gif": [],
  };
  expect(input([["image/gif", "video/mp4"], { formats }])).toMatchObject({
    furtherInputs: ["crf", "pix_fmt"],
  });
});
