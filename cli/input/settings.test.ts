// `--set` for a workflow that accepts any path: a path that is not a setting names an input of the graph.

import { homeFolder, type SettingsSchema } from "@pictor/kernel";
import { expect, it } from "vitest";
import { describeError } from "../output/error-report.js";
import { applySettings } from "./settings.js";

const schema: SettingsSchema = {
  type: "object",
  properties: {
    graph: { type: "string", format: "path" },
    seed: { type: "string", format: "uint64" },
    area: { type: "object", properties: { left: { type: "integer" } } },
    bindings: { type: "object", "x-bindings": true, properties: {} },
  },
};
const set = (...assignments: readonly string[]) =>
  applySettings(schema, {}, assignments, "The workflow custom");

it.each<readonly [string, string, object]>([
  ["a setting", "graph=a.json", { graph: "a.json" }],
  ["a file in the home folder", "graph=~/a.json", { graph: `${homeFolder()}/a.json` }],
  ["a text that is not a path", "KSampler.text=~/a", { bindings: { "KSampler.text": "~/a" } }],
  ["a nested setting", "area.left=3", { area: { left: 3 } }],
  ["an input, always as a text", "KSampler.steps=20", { bindings: { "KSampler.steps": "20" } }],
  [
    "an input of a node by its title",
    "Positive prompt.text=a = b",
    { bindings: { "Positive prompt.text": "a = b" } },
  ],
  ["a title with dots", "v1.5 model.ckpt_name=x", { bindings: { "v1.5 model.ckpt_name": "x" } }],
  ["a node with the name of a setting", "seed.value=1", { bindings: { "seed.value": "1" } }],
  ["a path that begins with the group's name", "bindings.seed.value=1", { bindings: { "seed.value": "1" } }],
  ["a property of every object", "constructor.name=x", { bindings: { "constructor.name": "x" } }],
])("%s", (_case, assignment, expected) => {
  expect(set(assignment)).toEqual(expected);
});

it("keeps all inputs, and the last value for each", () => {
  expect(set("a.b=1", "c.d=2", "a.b=3")).toEqual({ bindings: { "a.b": "3", "c.d": "2" } });
});

it("does not treat a misspelt setting as an input", () => {
  expect(() => set("grph=a.json")).toThrow(
    'The workflow custom has no setting "grph". Did you mean "graph"? The settings are: graph, seed, area, bindings. ' +
      "An input of the graph is named NODE.INPUT.",
  );
});

it("names the problems of all assignments, the first one as the error", () => {
  let thrown: unknown;
  try {
    set("area.left=a", "graph=a.json", "sede=1", "seed");
  } catch (error) {
    thrown = error;
  }
  expect(describeError(thrown)).toMatchObject({
    what: '--set area.left: expected a whole number, found "a".',
    also: [
      expect.stringContaining('The workflow custom has no setting "sede". Did you mean "seed"?'),
      "--set seed names no value. Write --set name=value.",
    ],
  });
});
