// What a person fills by hand in the graph editor, and what its files keep of it.

import { expect, test } from "vitest";
import { catalogOf } from "./object-info.js";

const byHand = (name: string, spec: unknown) =>
  catalogOf({ Node: { input: { required: { [name]: spec } } } }).get("Node")?.inputs[0]?.byHand;

test.each<readonly [string, string, unknown, object | undefined]>([
  ["a number", "steps", ["INT", { default: 20 }], {}],
  ["a list", "sampler_name", [["euler"], {}], {}],
  ["a choice", "mode", ["COMBO", { options: [] }], {}],
  ["a choice that brings inputs", "mode", ["COMFY_DYNAMICCOMBO_V3", { options: [] }], {}],
  ["a model", "model", ["MODEL", {}], undefined],
  ["anything", "source", ["*", {}], undefined],
  ["a number that only a connection gives", "steps", ["INT", { forceInput: true }], undefined],
  ["the same in older words", "steps", ["INT", { defaultInput: true }], undefined],
  ["several types with a field", "rate", ["FLOAT,INT", { widgetType: "FLOAT" }], {}],
  ["several types without one", "rate", ["FLOAT,INT", {}], undefined],
  ["an input without a socket", "crop", ["BOUNDING_BOX", { socketless: true }], {}],
  ["the same type with one", "crop", ["BOUNDING_BOX", {}], undefined],
  ["a seed that is marked", "value", ["INT", { control_after_generate: true }], { changes: true }],
  [
    "one that is marked with its first setting",
    "value",
    ["INT", { control_after_generate: "fixed" }],
    { changes: true },
  ],
  ["a seed by its name", "noise_seed", ["INT", {}], { changes: true }],
  ["a seed that does not change", "seed", ["INT", { control_after_generate: false }], {}],
  ["a text with choices", "text", ["STRING", { dynamicPrompts: true }], { chooses: true }],
])("%s", (_case, name, spec, expected) => {
  expect(byHand(name, spec)).toEqual(expected);
});
