// Settings whose choices come from a backend's catalog.

import { describe, expect, it } from "vitest";
import type { Catalog, SettingsSchema } from "@pictor/kernel";
import { fillFromCatalog, unresolvedChoices } from "./fill-params.js";

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
      name,
      outputs: [],
      isOutput: false,
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
    expect(unresolvedChoices(schema, params)).toEqual(expected);
  });

  const choosing = (offered: Catalog) => ({
    catalog: () => Promise.resolve(offered),
    requirementsFor: (names: readonly string[]) =>
      names.map((name) => ({ id: `acme/${name.toLowerCase()}`, range: "*", nodeClasses: [name] })),
  });

  it("take the first option", async () => {
    expect(await fillFromCatalog(schema, { prompt: "a" }, "here", choosing(catalog))).toEqual({
      prompt: "a",
      vae: "v1",
      model: "m1",
    });
  });

  it("take the first by the words of the setting", async () => {
    const preferring: SettingsSchema = {
      type: "object",
      required: ["model"],
      properties: { model: { type: "string", "x-optionsFrom": { ...from("Model"), prefer: ["svd"] } } },
    };
    const models: Catalog = new Map([classOf("Model", ["sd15.safetensors", "svd.safetensors"])]);
    expect(await fillFromCatalog(preferring, {}, "here", choosing(models))).toEqual({
      model: "svd.safetensors",
    });
  });

  it("fail if there is no option", async () => {
    const none: Catalog = new Map([classOf("Vae", ["v1"]), classOf("Model", [])]);
    const error = await fillFromCatalog(schema, {}, "here", choosing(none)).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "PARAM_NO_OPTIONS", details: { where: "here", setting: "model" } });
    expect(error).not.toHaveProperty("details.requires");
  });

  it("fail if classes are missing, with the extensions that provide all of them", async () => {
    const call = fillFromCatalog(schema, {}, "here", choosing(new Map()));
    await expect(call).rejects.toMatchObject({
      code: "PARAM_NO_OPTIONS",
      hint: "The backend has no such node: install acme/vae and acme/model.",
      details: { setting: "vae", requires: [{ id: "acme/vae" }, { id: "acme/model" }] },
    });
    const nobody = fillFromCatalog(schema, {}, "here", { ...choosing(new Map()), requirementsFor: () => [] });
    await expect(nobody).rejects.toMatchObject({
      hint: "The backend has no such node; name another backend.",
    });
  });
});
