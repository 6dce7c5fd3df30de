// Presets and recalled values: what of a form they keep, and what they change.

import { expect, it } from "vitest";
import { changeFeature, emptyDraft, requestOf, withFeature, withParam, withSeedMode } from "./draft.js";
import { presetOf, withFormValues, withPreset } from "./form-values.js";

const filled = withFeature(
  withParam({ ...emptyDraft, backend: "studio", count: 2 }, "prompt", "a kite"),
  "lora",
  { name: "x" },
);
const saved = (draft = filled) => ({
  name: "kite",
  savedAtMs: 0,
  params: {},
  features: [],
  count: 1,
  seed: "random" as const,
  ...(presetOf(draft) as object),
  workflow: "txt2img",
});

it("a preset brings the whole form back", () => {
  const growing = withSeedMode(filled, "increment", "7");
  const loaded = withPreset({ ...emptyDraft, backend: "other" }, saved(growing));
  expect(requestOf(loaded)).toEqual(requestOf(growing));
  expect(presetOf(loaded)).toEqual(presetOf(growing));
});

it("a preset without a backend uses the preferred one, and has no features that were off", () => {
  const { backend: _none, ...rest } = filled;
  const off = changeFeature(rest, rest.features[0]?.key ?? "", { isOn: false });
  expect(presetOf(off)).toEqual({
    workflow: "txt2img",
    params: { prompt: "a kite" },
    count: 2,
    seed: "random",
  });
  expect(withPreset(filled, saved(off))).not.toHaveProperty("backend");
});

it("recalled values change what they name, and nothing else", () => {
  const names = () => ["prompt", "steps", "seed"];
  const recalled = withFormValues(filled, { params: { steps: 9, nonsense: 1 } }, names);
  expect(requestOf(recalled)).toEqual({ ...requestOf(filled), params: { prompt: "a kite", steps: 9 } });
  const other = withFormValues(
    filled,
    { workflow: "flux", params: { prompt: "b" }, features: [{ id: "freeu" }], count: 1 },
    names,
  );
  expect(requestOf(other)).toEqual({
    workflow: "flux",
    params: { prompt: "b" },
    features: [{ id: "freeu", settings: {} }],
    backend: "studio",
  });
  expect(
    requestOf(withFormValues(filled, { params: { seed: "5" }, seed: "random" }, names)).params,
  ).not.toHaveProperty("seed");
});
