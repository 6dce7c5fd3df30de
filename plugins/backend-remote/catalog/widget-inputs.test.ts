// Which inputs are widgets of the graph editor, and what its files store for them.

import { expect, test } from "vitest";
import { catalogOf } from "./object-info.js";

const widget = (name: string, spec: unknown, group = "required") =>
  catalogOf({ Node: { input: { [group]: { [name]: spec } } } }).get("Node")?.inputs[0]?.widget;

test.each<readonly [string, string, unknown, object | undefined]>([
  ["a number", "steps", ["INT", { default: 20 }], {}],
  ["a list", "sampler_name", [["euler"], {}], {}],
  ["a number with a step", "cfg", ["FLOAT", { step: 0.1, round: 0.01 }], { step: 0.1, round: 0.01 }],
  ["a number without rounding", "rho", ["FLOAT", { step: 0.01, round: false }], { step: 0.01 }],
  ["a choice", "mode", ["COMBO", { options: [] }], {}],
  ["a choice with inputs of its own", "mode", ["COMFY_DYNAMICCOMBO_V3", { options: [] }], {}],
  ["a model", "model", ["MODEL", {}], undefined],
  ["an input of any type", "source", ["*", {}], undefined],
  ["a number that takes a connection only", "steps", ["INT", { forceInput: true }], undefined],
  ["a required number with the older option for that", "steps", ["INT", { defaultInput: true }], {}],
  ["several types with a widget", "rate", ["FLOAT,INT", { widgetType: "FLOAT" }], {}],
  ["several types without a widget", "rate", ["FLOAT,INT", {}], undefined],
  ["an input that takes no connection", "crop", ["BOUNDING_BOX", { socketless: true }], {}],
  ["the same type with a connection", "crop", ["BOUNDING_BOX", {}], undefined],
  [
    "a number marked as a seed",
    "value",
    ["INT", { control_after_generate: true }],
    { controlAfterGenerate: true },
  ],
  [
    "a number marked as a seed with an initial setting",
    "value",
    ["INT", { control_after_generate: "fixed" }],
    { controlAfterGenerate: true },
  ],
  ["a number with the name of a seed", "noise_seed", ["INT", {}], { controlAfterGenerate: true }],
  ["a number marked as no seed", "seed", ["INT", { control_after_generate: false }], {}],
  ["a text with dynamic prompts", "text", ["STRING", { dynamicPrompts: true }], { dynamicPrompts: true }],
])("%s", (_case, name, spec, expected) => {
  expect(widget(name, spec)).toEqual(expected);
});

test("an optional number with the older option takes a connection only", () => {
  expect(widget("steps", ["INT", { defaultInput: true }], "optional")).toBeUndefined();
});
