// Generation requests from options.

import { describe, expect, it } from "vitest";
import type { WorkflowOptions } from "../definition/workflow-options.js";
import { requestFromOptions, type Workflow } from "./request-from-options.js";

const workflow: Workflow = {
  id: "draw",
  plugin: "workflow-draw",
  example: { prompt: "a boat", width: 512 },
  params: {
    type: "object",
    properties: {
      prompt: { type: "string" },
      seed: { type: "string", format: "uint64" },
      width: { type: "integer", minimum: 16 },
      cfg: { type: "number" },
      tiled: { type: "boolean" },
      area: { type: "object", properties: { left: { type: "integer" }, right: { type: "integer" } } },
      loras: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" }, strength: { type: "number" } } },
      },
    },
  },
};
const params = (options: WorkflowOptions, prompt?: string) =>
  requestFromOptions(workflow, prompt, options).params;

describe("options become parameters", () => {
  const situations: readonly (readonly [string, WorkflowOptions, string | undefined, object])[] = [
    ["no option", {}, undefined, {}],
    ["a prompt after the workflow", {}, "a fox", { prompt: "a fox" }],
    ["a prompt as an option", { prompt: "a fox" }, undefined, { prompt: "a fox" }],
    ["the whole seed", { seed: "18446744073709551615" }, undefined, { seed: "18446744073709551615" }],
    ["the example", { example: true }, undefined, { prompt: "a boat", width: 512 }],
    [
      "the example, except what is given",
      { example: true, set: ["width=64"] },
      "a fox",
      { prompt: "a fox", width: 64 },
    ],
    ["numbers and flags", { set: ["cfg=6.5", "tiled=true"] }, undefined, { cfg: 6.5, tiled: true }],
    ["a text that looks like a number", { set: ["prompt=42"] }, undefined, { prompt: "42" }],
    ["a text with = in it", { set: ["prompt=a=b"] }, undefined, { prompt: "a=b" }],
    ["an empty text", { set: ["prompt="] }, undefined, { prompt: "" }],
    ["the last of two", { set: ["width=64", "width=32"] }, undefined, { width: 32 }],
    [
      "a path into an object",
      { set: ["area.left=1", "area.right=2"] },
      undefined,
      { area: { left: 1, right: 2 } },
    ],
    ["an object as JSON", { set: ['area={"left": 1}'] }, undefined, { area: { left: 1 } }],
    [
      "entries of a list",
      { set: ["loras.0.name=a", "loras.0.strength=0.5", "loras.1.name=b"] },
      undefined,
      { loras: [{ name: "a", strength: 0.5 }, { name: "b" }] },
    ],
  ];
  it.each(situations)("%s", (_name, options, prompt, expected) => {
    expect(params(options, prompt)).toEqual(expected);
  });
});

describe("wrong options are refused", () => {
  const situations: readonly (readonly [string, WorkflowOptions, string])[] = [
    ["an unknown setting names the nearest one", { set: ["widht=1"] }, 'Did you mean "width"?'],
    ["an unknown setting names all of them", { set: ["zzzzzz=1"] }, "prompt, seed, width"],
    ["a property of every object is not a setting", { set: ["constructor=1"] }, 'no setting "constructor"'],
    ["nothing is written to a prototype", { set: ["__proto__.x=1"] }, 'no setting "__proto__"'],
    ["an option whose setting the workflow lacks", { negative: "x" }, 'no setting "negative"'],
    ["a word for a number", { set: ["width=wide"] }, 'expected a whole number, found "wide"'],
    ["a fraction for a whole number", { set: ["width=1.5"] }, "expected a whole number"],
    ["an empty text for a number", { set: ["width="] }, "found nothing"],
    ["yes for a flag", { set: ["tiled=yes"] }, "expected true or false"],
    ["a path into a number", { set: ["width.x=1"] }, "width is a single value."],
    ["a name in a list", { set: ["loras.first=1"] }, "by its number, from 0"],
    ["a gap in a list", { set: ["loras.1.name=b"] }, "The next one is 0."],
    ["no value at all", { set: ["width"] }, "Write --set name=value."],
    ["a count of zero", { count: "0" }, "from 1 to 999999"],
    ["a count in words", { count: "two" }, 'found "two"'],
    ["two prompts", { prompt: "b" }, "given twice"],
  ];
  it.each(situations)("%s", (_name, options, text) => {
    expect(() => params(options, options.prompt === undefined ? undefined : "a")).toThrow(text);
  });
});

it("keeps features in order, with parsed settings", () => {
  const feature = ["lora", 'lora={"name": "x", "seed": 18446744073709551615}'];
  expect(requestFromOptions(workflow, undefined, { feature, count: "3" })).toMatchObject({
    count: 3,
    features: [{ id: "lora" }, { id: "lora", settings: { name: "x", seed: "18446744073709551615" } }],
  });
});

it.each(["lora=", "lora=1", "lora=[]", "lora={name:1}"])("refuses %s as a feature", (feature) => {
  expect(() => requestFromOptions(workflow, undefined, { feature: [feature] })).toThrow("not a JSON object");
});
