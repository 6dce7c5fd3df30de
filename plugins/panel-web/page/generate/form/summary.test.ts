// The line that a card shows of its settings.

import { expect, it } from "vitest";
import { summaryOf } from "./summary.js";

const schema = {
  type: "object",
  "x-order": ["name"],
  properties: {
    strength: { type: "number", default: 1 },
    name: { type: "string", "x-optionsFrom": { class: "A", input: "b" } },
    text: { type: "string", format: "multiline", default: "long" },
    hidden: { type: "integer", default: 3, "x-advanced": true },
    mode: {
      type: "string",
      enum: ["a"],
      default: "a",
      "x-enumTitles": { a: "First" },
      "x-visibleWhen": { strength: [2] },
    },
  },
} as const;

it.each([
  [{ name: "anime/ghibli_xl.safetensors", strength: 0.8 }, "ghibli_xl · 0.8"],
  [{}, "1"],
  [{ strength: 2 }, "2 · First"],
])("of %j it shows %s", (values, text) => {
  expect(summaryOf(schema, values)).toBe(text);
});
