// The reports of a backend while a command waits for it.

import { expect, it } from "vitest";
import { startLiveProgress } from "../generation-report/live-progress.js";
import { fakeStreams } from "../testing/fake-streams.js";
import { createTerminal } from "./terminal.js";

const erase = "\r\u001b[2K";
const terminalOf = (isTTY: boolean) => {
  const streams = fakeStreams(isTTY, { TERM: "xterm", NO_COLOR: "1" });
  return { terminal: createTerminal(streams, {}), written: streams.written };
};

it("shows a live line on a terminal until the result is printed", () => {
  const { terminal, written } = terminalOf(true);
  terminal.activity.report("studio", "it is looked for");
  terminal.activity.report("studio", `Total VRAM ${"9".repeat(200)}`);
  terminal.result("done");
  const [, first, second, last, after] = written.err.split(erase);
  expect([first, second?.length, last, after]).toEqual(["studio: it is looked for", 79, "", undefined]);
  expect(written.out).toBe("done\n");
});

it("notes each server start once if there is no live line", async () => {
  const { terminal, written } = terminalOf(false);
  terminal.activity.report("studio", "it starts");
  terminal.activity.report("studio", "Total VRAM 24 GB");
  terminal.activity.report("box", "an old line", () => Promise.resolve(false));
  terminal.activity.report("shed", "an old line", () => Promise.reject(new Error("not known")));
  terminal.activity.clear();
  terminal.activity.report("studio", "it starts again");
  await new Promise((resolve) => setImmediate(resolve));
  const line = "Starting the server of studio.\n";
  expect(written.err).toBe(`${line}${line}`);
});

it("is shown instead of the progress bar until the prompt is queued", () => {
  const { terminal, written } = terminalOf(true);
  let draw: () => void = () => undefined;
  const ticker = { now: () => 0, every: (_ms: number, tick: () => void) => ((draw = tick), () => undefined) };
  const live = startLiveProgress(terminal, 1, ticker);
  terminal.activity.report("studio", "loading");
  expect(written.err).toBe("");
  draw();
  expect(written.err).toContain("00:00 studio: loading");
  live.event({ type: "job", jobId: "j", batch: 0, state: "queued" });
  draw();
  expect(written.err.split(erase).at(-1)).toContain("queued");
  live.stop();
});
