// An output, and values of template variables for the tests.

import { imageOutput, outputFile } from "@pictor/host/testing";
import type { ConfiguredValues, TemplateValues } from "../template-variables.js";

/** A text that starts like a PNG file. */
export const pngBytes = "\u0089PNG\r\n\u001a\n...";

export const output = imageOutput({
  file: outputFile({ node: "SaveImage", filename: "P_1_.png" }),
  async *open() {
    yield await Promise.resolve(Buffer.from(pngBytes, "latin1"));
  },
  prompt: { positive: "a lighthouse", negative: "" },
});

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
