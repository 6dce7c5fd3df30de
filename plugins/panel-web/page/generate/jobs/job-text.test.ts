// What is said about a job.

import { expect, it } from "vitest";
import { jobOf as job } from "../../testing/job-of.js";
import { announcementOf, spacedName, titleOf } from "./job-text.js";

const progress = (overall: number) => ({ batch: 0, node: "1", value: 1, max: 2, overall });

it("its title is its prompt, else that of its workflow", () => {
  const known = [{ id: "upscale", title: "Upscale", plugin: "p", params: {}, features: [] }];
  expect(titleOf(job({ request: { workflow: "txt2img", params: { prompt: " a fox " } } }), known)).toBe(
    "a fox",
  );
  expect(titleOf(job({ workflow: "upscale" }), known)).toBe("Upscale");
  expect(titleOf(job({ workflow: "gone" }), known)).toBe("gone");
});

it.each([
  [{ progress: progress(0.1) }, "Running."],
  [{ progress: progress(0.26) }, "25 percent."],
  [{ progress: progress(0.49) }, "25 percent."],
  [{ progress: progress(0.8), count: 4, batch: 1 }, "Image 2 of 4. 75 percent."],
  [{ state: "queued" as const }, "Waiting."],
  [{ state: "interrupted" as const, endedAtMs: 1 }, "Cancelled."],
  [{ state: "finished" as const, endedAtMs: 1 }, "Finished, with 0 results."],
])("a screen reader hears of %j: %s", (more, text) => {
  expect(announcementOf(job(more))).toBe(text);
});

it("a job that lost its connection says so, not how far it was", () => {
  const wait = { why: "connection", detail: "the connection is lost" } as const;
  expect(announcementOf(job({ wait, progress: progress(0.5) }))).toBe("The connection is lost.");
});

it("names of classes are spaced", () => {
  expect(["KSampler", "CheckpointLoaderSimple", "VAEDecode"].map(spacedName)).toEqual([
    "KSampler",
    "Checkpoint Loader Simple",
    "VAEDecode",
  ]);
});
