// Each rule of settings schemas catches the plugin that breaks it, and no other one of them does.

import { manifestOf } from "../../manifest-of.js";
import { expect, it } from "vitest";
import { failuresOf } from "../failures.test.support.js";
import { settingsRules } from "./settings.js";

const ids = settingsRules.map(({ id }) => id);
const mode = { type: "string", enum: ["ask", "refuse"], default: "ask" };
const steps = { type: "integer", maximum: 50 };
const common = manifestOf("workflow-broken", "workflow", { title: "Broken", description: "Broken" });

it.each<[rule: string, what: string, config: object, example: object, text: RegExp]>([
  ["defaults", "a default", { properties: { mode: { ...mode, default: "aks" } } }, {}, /one of "ask"/],
  ["annotations", "an annotation", { "x-order": ["mdoe"] }, {}, /x-order names the field "mdoe"/],
  ["annotations", "a required field", { required: ["mdoe"] }, {}, /required names the field "mdoe"/],
  ["examples", "an example", {}, { steps: 100 }, /example\/steps: expected at most 50, found a number: 100/],
])("%s: %s", async (rule, _what, config, example, text) => {
  const params = { type: "object", properties: { steps } };
  const manifest = {
    ...common,
    config: { type: "object", properties: { mode }, ...config },
    contributes: { workflows: [{ id: "broken", title: "Broken", params, example }] },
  };
  const found = await failuresOf({ manifest, plugin: () => ({}) }, {}, ids);
  expect(found).toEqual({ [rule]: expect.stringMatching(text) });
});
