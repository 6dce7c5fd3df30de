// The progress of a generation on a terminal and in a pipe, over time.

import { describe, expect, it } from "vitest";
import type { JobEvent } from "@pictor/kernel";
import { createTerminal } from "../output/terminal.js";
import { fakeStreams } from "../testing/fake-streams.js";
import { startLiveProgress } from "./live-progress.js";

const step = (value: number): JobEvent => ({
  type: "progress",
  node: "3",
  value,
  max: 20,
  overall: value / 20,
  jobId: "j",
  batch: 0,
});
const running: JobEvent = { type: "job", state: "running", jobId: "j", batch: 0 };

/** A generation without a live line; `pass` lets time pass. */
function pipe() {
  const streams = fakeStreams(false);
  let now = 0;
  let tick = (): void => undefined;
  let intervalMs = 0;
  const ticker = {
    now: () => now,
    every: (everyMs: number, callback: () => void) => {
      intervalMs = everyMs;
      tick = callback;
      return () => void (tick = () => undefined);
    },
  };
  const live = startLiveProgress(createTerminal(streams, {}), 1, ticker);
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end;) {
      now += intervalMs;
      tick();
    }
  };
  return { live, pass, lines: () => streams.written.err.split("\n").filter((line) => line !== "") };
}

describe("without a terminal", () => {
  it("a line every few seconds shows the progress", () => {
    const { live, pass, lines } = pipe();
    live.event(running);
    pass(5_000);
    live.event(step(1));
    pass(5_000);
    live.event(step(2));
    pass(5_000);
    expect(lines()).toEqual([
      "0% 00:05 running",
      "5% 00:10 3 1/20",
      "10% 00:15 01:25 left 3 2/20 5.0 s/step",
    ]);
  });

  it("a line every half minute shows that the command still waits", () => {
    const { live, pass, lines } = pipe();
    live.event(running);
    pass(600_000);
    expect(lines().length).toBeGreaterThanOrEqual(18);
    expect(lines().length).toBeLessThanOrEqual(21);
  });

  it("a short run prints nothing, and no line follows the end", () => {
    const { live, pass, lines } = pipe();
    live.event(running);
    live.stop();
    pass(60_000);
    expect(lines()).toEqual([]);
  });
});
