// The form of the workflow for graphs with the inputs of a graph.

import type { SettingsSchema } from "@pictor/client";
import { expect, it } from "vitest";
import { formValues, isGraphSchema, paramsOfForm, withGraphInputs } from "./merge-form.js";

const schema: SettingsSchema = {
  type: "object",
  properties: {
    graph: { type: "string", format: "path" },
    bindings: { type: "object", properties: {}, "x-bindings": true },
    prompt: { type: "string", format: "multiline" },
    negative: { type: "string", format: "multiline" },
    seed: { type: "string", format: "uint64" },
  },
};
const form = {
  inputs: {
    type: "object",
    properties: {
      "3.steps": { type: "integer", default: 20 },
      "9.prefix": { type: "string", default: "x", "x-advanced": true, "x-group": "Save" },
    },
  },
  values: { prompt: "a kite", seed: "7" },
  missing: [],
  unknownClasses: [],
};

it("is only for a workflow that takes values of any graph", () => {
  expect([isGraphSchema(schema), isGraphSchema({ type: "object", properties: {} })]).toEqual([true, false]);
});

it("has the usual inputs first, the texts of the graph as defaults, and no field without an input", () => {
  const merged = withGraphInputs(schema, form, {});
  expect(merged["x-order"]).toEqual(["graph", "prompt", "3.steps", "seed", "9.prefix"]);
  expect(Object.keys(merged.properties).sort()).toEqual(["3.steps", "9.prefix", "graph", "prompt", "seed"]);
  expect(merged.properties["prompt"]).toMatchObject({ default: "a kite" });
});

it("keeps the paths that a person has typed", () => {
  const values = { bindings: { "KSampler.cfg": 3, "3.steps": 9 } };
  expect(withGraphInputs(schema, form, values).properties).toHaveProperty("bindings");
  expect(formValues(values, form)).toEqual({ "3.steps": 9, bindings: { "KSampler.cfg": 3 } });
  expect(paramsOfForm(formValues(values, form), form)).toEqual(values);
});

it("sends only what differs from the graph", () => {
  const values = { graph: { $upload: "1" }, prompt: "a fox", "3.steps": 20, "9.prefix": "y" };
  expect(paramsOfForm(values, form)).toEqual({
    graph: { $upload: "1" },
    prompt: "a fox",
    bindings: { "9.prefix": "y" },
  });
  expect(paramsOfForm({ "3.steps": 20 }, form)).toEqual({});
});
