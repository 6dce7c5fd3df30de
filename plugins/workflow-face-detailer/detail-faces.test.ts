// The feature `face-detailer`: what FaceDetailer takes from the image's sampling and what from the feature's settings.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { Anchors, WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling, node } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { detailFaces } from "./detail-faces.js";

const base: Anchors = {
  model: link("Loader"),
  clip: link("Loader", 1),
  vae: link("Loader", 2),
  positive: link("P"),
  negative: link("N"),
};
const draftOf = (used: Anchors): WorkflowDraft => ({
  ...emptyDraft,
  sampling,
  anchors: used,
  cursors: { original: {}, used },
  primary: { link: link("Sampler"), type: "LATENT" },
});
const settings = {
  bboxModel: "bbox/face.pt",
  guideSize: 256,
  guideSizeFor: "bbox",
  maxSize: 768,
  denoise: 0.5,
  feather: 5,
  noiseMask: true,
  forceInpaint: false,
  bboxThreshold: 0.5,
  bboxDilation: 10,
  bboxCropFactor: 3,
  samDetectionHint: "center-1",
  samDilation: 0,
  samThreshold: 0.93,
  samBboxExpansion: 0,
  samMaskHintThreshold: 0.7,
  samMaskHintUseNegative: "False",
  dropSize: 10,
  cycle: 1,
  tiledEncode: false,
  tiledDecode: false,
};
const run = (draft: WorkflowDraft, change = {}) =>
  detailFaces(
    draft,
    createBuildContext({ feature: { id: "face-detailer", settings: { ...settings, ...change } } }),
  );

describe("FaceDetailer", () => {
  it("gets the image's model, conditioning and sampling", () => {
    const { graph, primary } = run(draftOf(base));
    expect(graph["FaceDetailer"]).toEqual(
      node("FaceDetailer", {
        image: ["VAEDecode", 0],
        model: ["Loader", 0],
        clip: ["Loader", 1],
        vae: ["Loader", 2],
        positive: ["P", 0],
        negative: ["N", 0],
        bbox_detector: ["UltralyticsDetectorProvider", 0],
        guide_size: 256,
        guide_size_for: true,
        max_size: 768,
        seed: 7n,
        steps: 20,
        cfg: 5,
        sampler_name: "euler",
        scheduler: "normal",
        denoise: 0.5,
        feather: 5,
        noise_mask: true,
        force_inpaint: false,
        bbox_threshold: 0.5,
        bbox_dilation: 10,
        bbox_crop_factor: 3,
        sam_detection_hint: "center-1",
        sam_dilation: 0,
        sam_threshold: 0.93,
        sam_bbox_expansion: 0,
        sam_mask_hint_threshold: 0.7,
        sam_mask_hint_use_negative: "False",
        wildcard: "",
        drop_size: 10,
        cycle: 1,
        tiled_encode: false,
        tiled_decode: false,
      }),
    );
    expect(primary).toEqual({ link: ["FaceDetailer", 0], type: "IMAGE" });
  });

  it("may get sampling settings of its own", () => {
    const own = { steps: 8, cfg: 2, sampler: "ddim", scheduler: "karras", seed: "18446744073709551615" };
    expect(run(draftOf(base), own).graph["FaceDetailer"]?.inputs).toMatchObject({
      steps: 8,
      cfg: 2,
      sampler_name: "ddim",
      scheduler: "karras",
      seed: 18446744073709551615n,
    });
  });

  it.each([
    [{ scheduler: "align_your_steps" }, { scheduler: "AYS SDXL" }],
    [{ scheduler: "align_your_steps", alignedTo: "SD1" }, { scheduler: "AYS SD1" }],
    [{ guidance: 3.5, cfg: 5 }, { cfg: 1 }],
  ] as const)("after sampling with %o gets %o", (change, expected) => {
    const draft = { ...draftOf(base), sampling: { ...sampling, ...change } };
    expect(run(draft).graph["FaceDetailer"]?.inputs).toMatchObject(expected);
  });

  it("needs a scheduler of its own after sd_turbo, which it does not have", () => {
    const draft = { ...draftOf(base), sampling: { ...sampling, scheduler: "sd_turbo" } };
    expect(() => run(draft)).toThrow(/scheduler sd_turbo/);
    expect(run(draft, { scheduler: "karras" }).graph["FaceDetailer"]?.inputs).toMatchObject({
      scheduler: "karras",
    });
  });

  it("may get a prompt of its own for either side", () => {
    const { graph } = run(draftOf(base), { prompt: "a smile" });
    expect(graph["FaceDetailer_Positive"]?.inputs).toEqual({ text: "a smile", clip: ["Loader", 1] });
    expect(graph["FaceDetailer"]?.inputs).toMatchObject({
      positive: ["FaceDetailer_Positive", 0],
      negative: ["N", 0],
    });
  });

  it("gets the image's guidance in a prompt of its own", () => {
    const draft = { ...draftOf(base), sampling: { ...sampling, guidance: 2 } };
    const { graph } = run(draft, { prompt: "a smile" });
    expect(graph["FluxGuidance"]?.inputs).toEqual({
      conditioning: ["FaceDetailer_Positive", 0],
      guidance: 2,
    });
    expect(graph["FaceDetailer"]?.inputs).toMatchObject({ positive: ["FluxGuidance", 0] });
  });

  it("may get segmentation models", () => {
    const { graph } = run(draftOf(base), { segmModel: "segm/face.pt", samModel: "sam.pth" });
    expect(graph["FaceDetailer"]?.inputs).toMatchObject({
      segm_detector_opt: ["UltralyticsDetectorProvider_2", 1],
      sam_model_opt: ["SamLoader", 0],
    });
  });

  it("gets the refiner's links when there is a refiner", () => {
    const refiner: Anchors = {
      "refiner.model": link("R"),
      "refiner.clip": link("R", 1),
      "refiner.positive": link("RP"),
      "refiner.negative": link("RN"),
    };
    expect(run(draftOf({ ...base, ...refiner })).graph["FaceDetailer"]?.inputs).toMatchObject({
      model: ["R", 0],
      positive: ["RP", 0],
    });
  });

  it("may be repeated", () => {
    expect(run(run(draftOf(base))).graph["FaceDetailer_2"]?.inputs["image"]).toEqual(["FaceDetailer", 0]);
  });
});

it.each<[string, WorkflowDraft, RegExp]>([
  ["nothing is sampled", emptyDraft, /no sampling settings/],
  ["a video is made", { ...draftOf(base), medium: "video" }, /video/],
  ["the image is transparent", { ...draftOf(base), isTransparent: true }, /already transparent/],
  ["there is no text encoder", draftOf({ model: link("Loader") }), /no text encoder/],
])("does not apply when %s", (_situation, draft, message) => {
  expect(() => run(draft)).toThrow(message);
});
