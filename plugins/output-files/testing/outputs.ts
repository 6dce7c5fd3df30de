// An output, its context, and values of template variables for the tests.

import type { Output, OutputContext } from "@pictor/kernel/plugin";
import type { ConfiguredValues, TemplateValues } from "../template-variables.js";

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const context: OutputContext = {
  signal: new AbortController().signal,
  logger: silent,
  report: () => undefined,
  jobId: "job",
  workflow: "txt2img",
  params: {},
  features: [],
  inputs: [],
  seed: 42n,
  backend: { name: "b", kind: "remote", title: "b", version: "1", facets: [] },
  directory: "/images",
  plugins: {},
};

/** A text that starts like a PNG file. */
export const pngBytes = "\u0089PNG\r\n\u001a\n...";

export const output: Output = {
  jobId: "job",
  batch: 0,
  index: 0,
  file: {
    node: "SaveImage",
    filename: "P_1_.png",
    subfolder: "",
    area: "output",
    mime: "image/png",
    address: "",
  },
  mime: "image/png",
  async *open() {
    await Promise.resolve();
    yield Buffer.from(pngBytes, "latin1");
  },
  place: 0,
  seed: 42n,
  prompt: { positive: "a lighthouse", negative: "" },
  metadata: {},
};

export const noConfiguredValues: ConfiguredValues = { author: "", project_name: "" };

export const templateValues: TemplateValues = {
  date: "2026-03-04",
  time: "05-06-07",
  seed: "42",
  prompt: "a lighthouse",
  negative_prompt: "fog",
  model_name: "base 1.0",
  sampler: "dpmpp_2m",
  scheduler: "karras",
  cfgscale: "6.5",
  steps: "20",
  width: "768",
  height: "512",
  workflow: "txt2img",
  project_type: "txt2img",
  project_name: "Coast",
  author: "Anna",
  file_name: "P_1_",
  batch: "0",
  index: "1",
};
