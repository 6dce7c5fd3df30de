// The progress bar as text.

import type { JobEvent } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { clockTime } from "../text/time-text.js";
import { advance, initialProgress, type Progress } from "./progress.js";
import { renderProgress } from "./progress-bar.js";

const job = { jobId: "j", batch: 0 };
const state = (name: "uploading" | "queued" | "running" | "finished"): JobEvent => ({
  type: "job",
  state: name,
  ...job,
});
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
    ["begins with the phase", [], 1, "  0% 00:12 building"],
    ["shows the position in the queue", [state("queued"), busy], 1, "  0% 00:12 queued, up to 2 before"],
    [
      "shows the queue length before the prompt is queued",
      [busy, state("queued")],
      1,
      "  0% 00:12 queued, up to 3 before",
    ],
    [
      "does not count the prompt itself, whose arrival the server reports before its reply",
      [state("uploading"), { ...busy, queueRemaining: 1 }, { ...busy, queueRemaining: 2 }, state("queued")],
      1,
      "  0% 00:12 queued, up to 1 before",
    ],
    ["names node and class", [state("running"), node], 1, "  0% 00:12 Sampler (KSampler)"],
    ["counts steps", [state("running"), node, step(5, 0.25)], 1, " 25% 00:12 Sampler (KSampler) 5/20"],
    ["counts batches", [state("running"), step(5, 0.25)], 3, " 25% 00:12 Sampler 5/20 batch 1/3"],
    [
      "shows a lost connection",
      [state("running"), node, lost],
      1,
      "  0% 00:12 connection lost, reconnecting",
    ],
    ["shows the percentage of an upload", [upload(512, 1024)], 1, "  0% 00:12 uploading cat.png 50%"],
    [
      "shows the bytes of an upload of unknown length",
      [upload(1_500_000)],
      1,
      "  0% 00:12 uploading cat.png 1.5 MB",
    ],
    ["removes a finished upload", [upload(512, 1024), state("queued")], 1, "  0% 00:12 queued"],
    [
      "never shows a higher position",
      [state("queued"), busy, { ...busy, queueRemaining: 9 }],
      1,
      "  0% 00:12 queued, up to 2 before",
    ],
    [
      "does not count previews",
      [state("running"), node, preview, preview],
      1,
      "  0% 00:12 Sampler (KSampler)",
    ],
    ["never decreases", [state("running"), step(9, 0.5), step(1, 0.1)], 1, " 50% 00:12 Sampler 1/20"],
    ["ends without a node", [state("running"), step(20, 1), state("finished")], 1, "100% 00:12"],
  ];
  it.each(situations)("%s", (_name, events, count, text) => {
    expect(renderProgress(after(events, count), 100, 12_345).replace(/^[█░]* /, "")).toBe(text);
  });

  it("has a bar whose width depends only on the terminal", () => {
    const bars = [[], [state("running"), node], [state("running"), node, step(10, 0.5)]].map((events) =>
      renderProgress(after(events, 3), 100, 0).replace(/[^█░].*$/, ""),
    );
    expect(bars.map((bar) => bar.length)).toEqual([30, 30, 30]);
    expect(bars[2]).toBe("█".repeat(15) + "░".repeat(15));
  });

  it.each([
    ["fast", 100, "2.0 steps/s", "00:05 left", "00:03 left"],
    ["slow", 1_000, "5.0 s/step", "00:50 left", "00:30 left"],
  ])("has the speed and the time left of a %s run", (_name, unit, speed, left, stalled) => {
    const timed: readonly (readonly [JobEvent, number])[] = [
      [state("running"), 0],
      [node, 0],
      [step(0, 0), 10 * unit],
      [step(10, 0.5), 60 * unit],
    ];
    const progress = timed.reduce(
      (before, [event, atMs]) => advance(before, event, atMs),
      initialProgress(1),
    );
    const line = renderProgress(progress, 120, 60 * unit);
    expect(line).toContain(speed);
    expect(line).toContain(left);
    // While nothing happens, the estimate does not grow.
    const later = (ms: number): string => renderProgress(progress, 120, 60 * unit + ms);
    expect([later(20 * unit).includes(stalled), later(51 * unit).includes("left")]).toEqual([true, false]);
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
