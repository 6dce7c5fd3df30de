// What the stage says of a result.

import type { JobOutput } from "@pictor/client";
import { expect, it } from "vitest";
import { jobOf } from "../../testing/job-of.js";
import { factsOf } from "./result-facts.js";

const job = jobOf({ state: "finished", startedAtMs: 5000, endedAtMs: 69_000 });
const output: JobOutput = {
  index: 0,
  batch: 0,
  node: "9",
  place: 0,
  filename: "a.png",
  subfolder: "",
  area: "output",
  address: "",
  mime: "image/png",
  href: "",
  width: 640,
  height: 480,
};
const workflow = {
  id: "txt2img",
  title: "Text to image",
  plugin: "p",
  features: [],
  params: { type: "object", properties: { scheduler: { type: "string", default: "normal" } } },
};

it("is its size, the model by its name, the sampler, and the time for which the backend worked", () => {
  const params = { model: "folder/photo.safetensors", sampler: "euler" };
  const facts = factsOf({ ...job, request: { workflow: "txt2img", params } }, output, workflow);
  expect(facts.map(({ name, text }) => `${name} ${text}`)).toEqual([
    ...["Size 640 × 480", "Model photo", "Sampler euler, normal", "Time 1:04"],
  ]);
});

it("has what was chosen for the user, as soon as the journal has it", () => {
  const facts = factsOf(job, output, workflow, { model: "a.ckpt", sampler: "heun", scheduler: "karras" });
  expect(facts.map(({ text }) => text)).toEqual(["640 × 480", "a", "heun, karras", "1:04"]);
});

it("is nothing that is not known", () => {
  const { width: _width, ...unsized } = output;
  const { endedAtMs: _ended, ...open } = job;
  expect(factsOf(open, unsized, undefined)).toEqual([]);
});
