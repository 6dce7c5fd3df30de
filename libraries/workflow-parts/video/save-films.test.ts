// Saving films: one, and several that were sampled in one run.

import { edit, emptyDraft } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { saveFilms } from "./save-films.js";

const sampled: WorkflowDraft = {
  ...emptyDraft,
  anchors: { vae: ["Loader", 2] },
  primary: { link: ["Sampler", 0], type: "LATENT" },
};
const how = { fps: 16, lossless: true, quality: 85, method: "default" } as const;
const saved = (count: number) =>
  edit(sampled, (graph) => {
    saveFilms(graph, how, { count, frames: 33 });
  });
const decode = { class_type: "VAEDecode", inputs: { samples: ["Sampler", 0], vae: ["Loader", 2] } };
const save = (images: readonly [string, number]) => ({
  class_type: "SaveAnimatedWEBP",
  inputs: { images, filename_prefix: "Pictor", ...how },
});
const film = (start: number) => ({
  class_type: "ImageFromBatch",
  inputs: { image: ["VAEDecode", 0], batch_index: start, length: 33 },
});

it("one film is one file", () => {
  const draft = saved(1);
  expect(draft.graph).toEqual({ VAEDecode: decode, SaveAnimatedWEBP: save(["VAEDecode", 0]) });
  expect(draft.outputs).toEqual(["SaveAnimatedWEBP"]);
  expect(draft.origins).toEqual({
    "SaveAnimatedWEBP.fps": "fps",
    "SaveAnimatedWEBP.lossless": "lossless",
    "SaveAnimatedWEBP.quality": "quality",
    "SaveAnimatedWEBP.method": "method",
  });
});

it("several films are several files", () => {
  const draft = saved(2);
  expect(draft.graph).toEqual({
    VAEDecode: decode,
    Film: film(0),
    Film_2: film(33),
    SaveAnimatedWEBP: save(["Film", 0]),
    SaveAnimatedWEBP_2: save(["Film_2", 0]),
  });
  expect(draft.outputs).toEqual(["SaveAnimatedWEBP", "SaveAnimatedWEBP_2"]);
});
