// Reading node classes, one form of input each.

import { parseJson } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { catalogOf } from "./object-info.js";

const input = (spec: unknown) =>
  catalogOf({ Node: { input: { required: { a: spec } } } }).get("Node")?.inputs[0];

test("a class has its required inputs first, its outputs, and whether it is an output itself", () => {
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

test("a class has the title that people see, where it is another word", () => {
  const catalog = catalogOf({
    A: { display_name: "Load it" },
    B: { display_name: "B" },
    C: { display_name: null },
  });
  expect(["A", "B", "C"].map((name) => catalog.get(name)?.title)).toEqual(["Load it", undefined, undefined]);
});

test("a class says which pack it comes from, where the server tells", () => {
  const catalog = catalogOf({
    A: { python_module: "custom_nodes.acme-nodes" },
    B: {},
    C: { python_module: 5 },
  });
  expect(["A", "B", "C"].map((name) => catalog.get(name)?.module)).toEqual([
    "custom_nodes.acme-nodes",
    undefined,
    undefined,
  ]);
});

test.each([
  ["the list as the type", [["euler", "heun"], {}]],
  ["the list among the options", ["COMBO", { options: ["euler", "heun"], multiselect: false }]],
  [
    "a choice that brings inputs of its own",
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

test("a seed's greatest value keeps its 64 bits", () => {
  const spec = parseJson('["INT", {"default": 0, "min": 0, "max": 18446744073709551615}]');
  expect(input(spec)).toEqual({
    name: "a",
    required: true,
    type: "INT",
    min: 0,
    max: 18446744073709551615n,
    default: 0,
    byHand: {},
  });
});

test("a limit of NaN, which Python writes, is no limit", () => {
  expect(input(parseJson('["FLOAT", {"max": Infinity, "default": 1.5}]'))).toEqual({
    name: "a",
    required: true,
    type: "FLOAT",
    default: 1.5,
    byHand: {},
  });
});

test.each([
  ["an uploaded file", [["a.png"], { image_upload: true }]],
  ["several values at once", ["COMBO", { options: ["x"], multiselect: true }]],
  ["values that come from elsewhere", ["COMBO", { remote: { route: "/list" } }]],
])("the server does not insist on the list: %s", (_case, spec) => {
  expect(input(spec)).toMatchObject({ lenient: true });
});

test.each([
  ["a list that is fetched elsewhere", ["COMBO", { remote: { route: "/list" } }], []],
  ["values of no plain kind among them", [["a", null, ["b"], 1, true]], ["a", 1, true]],
])("an incomplete list binds nobody: %s", (_case, spec, options) => {
  expect(input(spec)).toMatchObject({ type: "COMBO", options, lenient: true });
});

test("an empty list is a list: there is no such file on the server", () => {
  const byHand = {};
  expect(input([[], {}])).toEqual({
    name: "a",
    required: true,
    type: "COMBO",
    options: [],
    listed: true,
    byHand,
  });
});

test("a class whose choices are made up in the graph editor lists none, and takes any", () => {
  const catalog = catalogOf({ CustomCombo: { input: { required: { choice: ["COMBO", { options: [] }] } } } });
  expect(catalog.get("CustomCombo")?.inputs).toMatchObject([{ options: [], lenient: true }]);
});

test("a slot that brings inputs of its own may stay empty", () => {
  expect(input(["COMFY_DYNAMICSLOT_V3", {}])).toMatchObject({ required: false });
});

test("an input of any matching type takes all", () => {
  expect(input(["COMFY_MATCHTYPE_V3", {}])?.type).toBe("*");
});

test("a class is looked into when it is asked for, once", () => {
  let looks = 0;
  const entry = {
    get input() {
      looks++;
      return { required: { a: ["INT"] } };
    },
    output: ["INT"],
  };
  const known = catalogOf({ Node: entry }).get("Node");
  expect(looks).toBe(0);
  expect(known?.inputs).toBe(known?.inputs);
  expect([looks, { ...known }.outputs]).toEqual([1, ["INT"]]);
});

test("nonsense of a custom node costs only its own inputs", () => {
  const catalog = catalogOf({
    Odd: { input: { required: { a: null } }, output: "x" },
    Empty: null,
    Good: { output: ["INT"] },
  });
  expect([...catalog.keys()]).toEqual(["Odd", "Empty", "Good"]);
  expect(catalog.get("Odd")).toMatchObject({ inputs: [{ name: "a", type: "*" }], outputs: [] });
});
