// For tests: the context of a `buildWorkflow` handler, sampling settings, and files that exist in name only.

import { silentLogger } from "@pictor/host/testing";
import type { BuildContext, FeatureUse, Files, Params, Sampling } from "@pictor/kernel/plugin";

/** The sampling of a plain text-to-image workflow. */
export const sampling: Sampling = {
  sampler: "euler",
  scheduler: "normal",
  steps: 20,
  cfg: 5,
  seed: 7n,
  denoise: 1,
};

const standardLimits: BuildContext["limits"] = {
  promptCharacters: 20_000,
  promptTags: 500,
  features: 100,
  graphNodes: 5_000,
  generationBytes: 20_000_000,
};

/** The context of a handler; defaults: seed 7, the workflow `txt2img`, an empty catalog. */
export const createBuildContext = ({
  params = {},
  seed = 7n,
  limits = {},
  feature,
  workflow = "txt2img",
}: {
  readonly params?: Params;
  readonly seed?: bigint;
  readonly limits?: Partial<BuildContext["limits"]>;
  readonly feature?: FeatureUse;
  readonly workflow?: string;
} = {}): BuildContext => ({
  signal: new AbortController().signal,
  logger: silentLogger,
  report: () => undefined,
  workflow,
  params,
  seed,
  isSeedGiven: true,
  batch: { index: 0, count: 1 },
  limits: { ...standardLimits, ...limits },
  catalog: () => Promise.resolve(new Map()),
  ...(feature !== undefined && { feature: { ...feature, index: 0 } }),
});

/** A plugin's `files` that finds every path, calls the input file by that path, and writes nothing. */
export const fakeFiles: Files = {
  requireWritable: () => Promise.resolve(),
  create: () => Promise.reject(new Error("these tests create no files")),
  input: (path) =>
    Promise.resolve({ name: path, mime: "image/png", open: () => ({}) as AsyncIterable<Uint8Array> }),
};
