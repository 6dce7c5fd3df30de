// Saving videos: one, and several that were sampled in one run.

import { edit, emptyDraft } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { node } from "../testing/node.js";
import { saveVideos } from "./save-videos.js";

const sampled: WorkflowDraft = {
  ...emptyDraft,
  anchors: { vae: ["Loader", 2] },
  primary: { link: ["Sampler", 0], type: "LATENT" },
};
const settings = { fps: 16, lossless: true, quality: 85, method: "default" } as const;
const saved = (count: number) => edit(sampled, (graph) => saveVideos(graph, settings, { count, frames: 33 }));
const decode = node("VAEDecode", { samples: ["Sampler", 0], vae: ["Loader", 2] });
const save = (images: readonly [string, number]) =>
  node("SaveAnimatedWEBP", { images, filename_prefix: "Pictor", ...settings });
const frames = (start: number) =>
  node("ImageFromBatch", { image: ["VAEDecode", 0], batch_index: start, length: 33 });

it("one video is one file", () => {
  const draft = saved(1);
  expect(draft.graph).toEqual({ VAEDecode: decode, SaveAnimatedWEBP: save(["VAEDecode", 0]) });
  expect(draft.outputs).toEqual(["SaveAnimatedWEBP"]);
  expect(draft.origins).toEqual({
    "SaveAnimatedWEBP.fps": { setting: "fps" },
    "SaveAnimatedWEBP.lossless": { setting: "lossless" },
    "SaveAnimatedWEBP.quality": { setting: "quality" },
    "SaveAnimatedWEBP.method": { setting: "method" },
  });
});

it("several videos are several files", () => {
  const draft = saved(2);
  expect(draft.graph).toEqual({
    VAEDecode: decode,
    VideoFrames: frames(0),
    VideoFrames_2: frames(33),
    SaveAnimatedWEBP: save(["VideoFrames", 0]),
    SaveAnimatedWEBP_2: save(["VideoFrames_2", 0]),
  });
  expect(draft.outputs).toEqual(["SaveAnimatedWEBP", "SaveAnimatedWEBP_2"]);
});
