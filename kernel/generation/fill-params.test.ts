// Which settings are chosen from a backend's catalogue, and what of it they take.

import { describe, expect, it } from "vitest";
import type { Catalog } from "../backend/types.js";
import type { SettingsSchema } from "../config/dialect.js";
import { fillFromCatalog, openChoices } from "./fill-params.js";

const from = (nodeClass: string) => ({ class: nodeClass, input: "name" });
const schema: SettingsSchema = {
  type: "object",
  required: ["vae", "prompt"],
  properties: {
    prompt: { type: "string" },
    vae: { type: "string", "x-optionsFrom": from("Vae") },
    style: { type: "string", "x-optionsFrom": from("Style") },
    model: { type: "string", "x-optionsFrom": { ...from("Model"), unless: "parts" } },
    parts: { type: "string" },
  },
};
const classOf = (name: string, options: readonly string[]) =>
  [
    name,
    {
      ...{ name, outputs: [], isOutput: false },
      inputs: [{ name: "name", required: true, type: "COMBO", options }],
    },
  ] as const;
const catalog: Catalog = new Map([
  classOf("Vae", ["v1", "v2"]),
  classOf("Model", ["m1"]),
  classOf("Style", []),
]);

describe("open choices", () => {
  it.each([
    ["what is required", {}, ["vae", "model"]],
    ["nothing that is given", { vae: "mine", model: "mine" }, []],
    ["one of two that stand for each other", { vae: "v", parts: "p" }, []],
  ])("are %s", (_what, params, expected) => {
    expect(openChoices(schema, params)).toEqual(expected);
  });

  it("take the first that is offered", () => {
    expect(fillFromCatalog(schema, { prompt: "a" }, catalog)).toEqual({
      prompt: "a",
      vae: "v1",
      model: "m1",
    });
  });

  it("fail where nothing is offered", () => {
    const none: Catalog = new Map([classOf("Vae", ["v1"]), classOf("Model", [])]);
    expect(() => fillFromCatalog(schema, {}, none)).toThrow(
      expect.objectContaining({ code: "PARAM_NO_OPTIONS" }),
    );
  });
});
