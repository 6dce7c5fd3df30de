// The origins that the handlers of a feature add name the feature.

import { expect, it } from "vitest";
import { emptyDraft } from "../authoring/empty-draft.js";
import { withFeatureOrigins } from "./feature-origins.js";

const feature = { id: "lora", settings: { name: "nope", region: {} } };
const draftOf = (settings: Readonly<Record<string, string>>) => ({
  ...emptyDraft,
  origins: Object.fromEntries(Object.entries(settings).map(([input, setting]) => [input, { setting }])),
});

it("a setting of the feature is preceded by the feature's id; other origins stay", () => {
  const before = draftOf({ "1.name": "name" });
  const after = draftOf({ "1.name": "name", "2.name": "name", "3.area": "region.area", "4.seed": "seed" });
  expect(withFeatureOrigins(before, after, feature).origins).toEqual({
    "1.name": { setting: "name" },
    "2.name": { setting: "lora.name" },
    "3.area": { setting: "lora.region.area" },
    "4.seed": { setting: "seed" },
  });
});

it("the part of a setting stays", () => {
  const after = { ...emptyDraft, origins: { "1.lora_name": { setting: "name", part: "the LoRA nope" } } };
  expect(withFeatureOrigins(emptyDraft, after, feature).origins["1.lora_name"]).toEqual({
    setting: "lora.name",
    part: "the LoRA nope",
  });
});

it("a draft without new origins stays the same", () => {
  const before = draftOf({});
  expect(withFeatureOrigins(before, before, feature)).toBe(before);
});
