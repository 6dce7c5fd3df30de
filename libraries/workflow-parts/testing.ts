// @pictor/workflow-parts/testing: what the tests of templates and add-ons share. No part of what runs.

import type { BuildContext, FeatureUse, Files, Params, Sampling } from "@pictor/kernel/plugin";

export { pngOf } from "./testing/pictures.js";
export { templateStage, type StageRequest, type TemplateStage } from "./testing/stage.js";

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** How a plain text to image is sampled. */
export const sampling: Sampling = {
  sampler: "euler",
  scheduler: "normal",
  steps: 20,
  cfg: 5,
  seed: 7n,
  denoise: 1,
};

/** What a handler of `buildWorkflow` is given; seed 7 unless said otherwise. */
export const contextOf = ({
  params = {},
  seed = 7n,
  feature,
  workflow = "txt2img",
}: {
  readonly params?: Params;
  readonly seed?: bigint;
  readonly feature?: FeatureUse;
  readonly workflow?: string;
} = {}): BuildContext => ({
  signal: new AbortController().signal,
  logger: silent,
  report: () => undefined,
  workflow,
  params,
  seed,
  isSeedGiven: true,
  batch: { index: 0, count: 1 },
  catalog: () => Promise.resolve(new Map()),
  ...(feature !== undefined && { feature: { ...feature, index: 0 } }),
});

/** Files of a person's that exist in name only: each is called as its path says. */
export const files: Files = {
  create: () => Promise.reject(new Error("nothing is made in these tests")),
  input: (path) =>
    Promise.resolve({ name: path, mime: "image/png", open: () => ({}) as AsyncIterable<Uint8Array> }),
};
