// Names in settings schemas that nothing has.

import { expect, it } from "vitest";
import type { Manifest, SettingsSchema } from "@pictor/kernel";
import { findUnknownNames, findUnknownRequired } from "./unknown-names.js";

const manifestOf = (config: SettingsSchema) => ({ config }) as Manifest;

const schema: SettingsSchema = {
  type: "object",
  required: ["modle"],
  "x-order": ["model", "kidn"],
  properties: {
    kind: { type: "string", enum: ["a", "b"], "x-enumTitles": { a: "A", c: "C" } },
    model: {
      type: "string",
      "x-optionsFrom": { class: "Loader", input: "name", unless: "vea" },
      "x-visibleWhen": { kind: ["b", "d"] },
    },
    parts: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string", "x-visibleWhen": { kind: ["a"] } } } },
    },
  },
};

it("finds each name that no field and no enum has, with the nearest one", () => {
  const found = findUnknownNames(manifestOf(schema), "plugin.json").map(({ message }) => message);
  expect(found).toEqual([
    'plugin.json#/config/x-order names the field "kidn", which does not exist. The known ones are: kind, model, parts. Correct the name. Did you mean "kind"?',
    'plugin.json#/config/properties/kind/x-enumTitles names the value of enum "c", which does not exist. The known ones are: a, b. Correct the name.',
    'plugin.json#/config/properties/model/x-visibleWhen/kind names the value of enum "d", which does not exist. The known ones are: a, b. Correct the name.',
    'plugin.json#/config/properties/model/x-optionsFrom/unless names the field "vea", which does not exist. The known ones are: kind, model, parts. Correct the name.',
    'plugin.json#/config/properties/parts/items/properties/name/x-visibleWhen names the field "kind", which does not exist. The known ones are: name. Correct the name.',
  ]);
});

it("finds required fields that do not exist", () => {
  const found = findUnknownRequired(manifestOf(schema), "plugin.json").map(({ message }) => message);
  expect(found).toEqual([
    'plugin.json#/config/required names the field "modle", which does not exist. The known ones are: kind, model, parts. Correct the name. Did you mean "model"?',
  ]);
});

it("finds nothing in a schema whose names exist", () => {
  const fields = { type: "object", "x-order": ["a"], properties: { a: { type: "string" } } } as const;
  expect(findUnknownNames(manifestOf(fields), "plugin.json")).toEqual([]);
});
