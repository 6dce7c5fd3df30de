// Settings schemas as plain JSON Schema, which ajv must accept without our vocabulary.

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import type { SettingsSchema } from "@pictor/kernel";
import { plainSchema } from "./plain-schema.js";

const schema: SettingsSchema = {
  type: "object",
  required: ["kind"],
  "x-order": ["kind"],
  properties: {
    kind: { type: "string", enum: ["a", "b"], "x-enumTitles": { a: "The first" }, "x-group": "Kind" },
    seed: { type: "string", format: "uint64" },
    key: { type: "string", "x-secret": true },
    address: { type: "string", format: "uri" },
    parts: {
      type: "array",
      items: { type: "object", properties: { n: { type: "integer", "x-unit": "px" } } },
    },
  },
};

it("has no annotation, and says in standard keywords what they can say", () => {
  expect(plainSchema(schema)).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: ["kind"],
    properties: {
      kind: {
        type: "string",
        oneOf: [
          { const: "a", title: "The first" },
          { const: "b", title: "b" },
        ],
      },
      seed: { type: "string", pattern: "^[0-9]{1,20}$" },
      key: { type: "string", writeOnly: true },
      address: { type: "string", format: "uri" },
      parts: {
        type: "array",
        items: { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false },
      },
    },
    additionalProperties: false,
  });
});

it("is accepted by a validator that does not know the dialect", () => {
  const validate = new Ajv2020({ strict: true, validateFormats: false }).compile(plainSchema(schema));
  expect(validate({ kind: "b", seed: "18446744073709551615", parts: [{ n: 1 }] })).toBe(true);
  expect(validate({ kind: "c" })).toBe(false);
  expect(validate({ kind: "a", sede: "1" })).toBe(false);
});
