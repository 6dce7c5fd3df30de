// Pinned settings in the layout of a form.

import { formSections, type SettingsSchema } from "@pictor/client";
import { expect, it } from "vitest";
import { withPinned } from "./pinned.js";

const schema: Pick<SettingsSchema, "properties"> = {
  properties: {
    prompt: { type: "string" },
    vae: { type: "string", "x-advanced": true, "x-group": "Loading" },
    clip: { type: "string", "x-advanced": true, "x-group": "Loading" },
  },
};

it("stand among the basic ones without their heading, in their order", () => {
  expect(formSections(withPinned(schema, ["clip", "gone"]))).toEqual([
    { advanced: false, fields: ["prompt", "clip"] },
    { title: "Loading", advanced: true, fields: ["vae"] },
  ]);
  expect(withPinned(schema, [])).toBe(schema);
});
