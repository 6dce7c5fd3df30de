// The progress bar as text.

import type { JobEvent } from "@pictor/host";
import { describe, expect, it } from "vitest";
import { clockTime } from "../text/time-text.js";
import { advance, initialProgress, type Progress } from "./progress.js";
import { renderProgress } from "./progress-bar.js";

const job = { jobId: "j", batch: 0 };
const state = (name: "queued" | "running" | "finished"): JobEvent => ({ type: "job", state: name, ...job });
const node: JobEvent = { type: "node", node: "Sampler", classType: "KSampler", ...job };
const step = (value: number, overall: number): JobEvent => ({
  type: "progress",
  node: "Sampler",
  value,
  max: 20,
  overall,
  ...job,
});
const after = (events: readonly JobEvent[], count = 1): Progress =>
  events.reduce(advance, initialProgress(count));

describe("the line", () => {
  const lost: JobEvent = { type: "connection", state: "lost" };
  const busy = { type: "status", queueRemaining: 3 } as const;
  const preview: JobEvent = { type: "preview", mime: "image/png", bytes: new Uint8Array(1), ...job };
  const upload = (sent: number, total?: number): JobEvent => ({
    type: "upload",
    file: "cat.png",
    sent,
    ...(total === undefined ? {} : { total }),
    ...job,
  });
  const situations: readonly (readonly [string, readonly JobEvent[], number, string])[] = [
    ["begins with the phase", [], 1, "  0% building 00:12"],
    ["shows the position in the queue", [state("queued"), busy], 1, "  0% queued, up to 2 before 00:12"],
    [
      "shows the queue length before the prompt is queued",
      [busy, state("queued")],
      1,
      "  0% queued, up to 3 before 00:12",
    ],
    ["names node and class", [state("running"), node], 1, "  0% Sampler (KSampler) 00:12"],
    ["counts steps", [state("running"), node, step(5, 0.25)], 1, " 25% Sampler (KSampler) 5/20 00:12"],
    ["counts batches", [state("running"), step(5, 0.25)], 3, " 25% Sampler 5/20 batch 1/3 00:12"],
    [
      "shows a lost connection",
      [state("running"), node, lost],
      1,
      "  0% connection lost, reconnecting 00:12",
    ],
    ["shows the percentage of an upload", [upload(512, 1024)], 1, "  0% uploading cat.png 50% 00:12"],
    [
      "shows the bytes of an upload of unknown length",
      [upload(1_500_000)],
      1,
      "  0% uploading cat.png 1.5 MB 00:12",
    ],
    ["removes a finished upload", [upload(512, 1024), state("queued")], 1, "  0% queued 00:12"],
    [
      "never shows a higher position",
      [state("queued"), busy, { ...busy, queueRemaining: 9 }],
      1,
      "  0% queued, up to 2 before 00:12",
    ],
    [
      "counts previews",
      [state("running"), node, preview, preview],
      1,
      "  0% Sampler (KSampler) 2 previews 00:12",
    ],
    ["never decreases", [state("running"), step(9, 0.5), step(1, 0.1)], 1, " 50% Sampler 1/20 00:12"],
    ["ends without a node", [state("running"), step(20, 1), state("finished")], 1, "100% 00:12"],
  ];
  it.each(situations)("%s", (_name, events, count, text) => {
    expect(renderProgress(after(events, count), 100, 12_345).replace(/^[█░]* /, "")).toBe(text);
  });

  it("uses the remaining width for the bar", () => {
    const line = renderProgress(after([state("running"), step(10, 0.5)]), 100, 0);
    expect(line).toMatch(/^█{15}░{15} {2}50%/);
  });

  it.each([4, 8, 12, 20, 30, 40, 60, 80, 200])("is narrower than %i columns", (columns) => {
    const line = renderProgress(after([state("running"), node, step(10, 0.5)], 3), columns, 3_600_000);
    expect(line.length).toBeLessThan(Math.max(columns, 5));
  });

  it("removes escape sequences from a server", () => {
    const hostile: JobEvent = { type: "node", node: "a\u001b[2Jb\nc", classType: "", ...job };
    expect(renderProgress(after([state("running"), hostile]), 80, 0)).not.toMatch(/\p{Cc}/u);
  });
});

it.each([
  [0, "00:00"],
  [59_999, "00:59"],
  [61_000, "01:01"],
  [3_723_000, "1:02:03"],
  [-5, "00:00"],
])("%i ms is %s", (ms, text) => {
  expect(clockTime(ms)).toBe(text);
});
