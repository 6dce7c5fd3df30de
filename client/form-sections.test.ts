// The order and the headings of forms.

import { expect, it } from "vitest";
import { formSections } from "./form-sections.js";

it("orders basic fields before advanced ones, and fields without a heading before those with one", () => {
  const sections = formSections({
    "x-order": ["steps", "prompt", "absent"],
    properties: {
      width: { "x-group": "Size" },
      vae: { "x-advanced": true, "x-group": "Model" },
      prompt: {},
      height: { "x-group": "Size" },
      steps: { "x-advanced": true },
    },
  });
  expect(sections).toEqual([
    { advanced: false, fields: ["prompt"] },
    { title: "Size", advanced: false, fields: ["width", "height"] },
    { advanced: true, fields: ["steps"] },
    { title: "Model", advanced: true, fields: ["vae"] },
  ]);
});
