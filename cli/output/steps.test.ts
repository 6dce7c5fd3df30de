// The steps of a long operation as lines, as a live line, and as records.

import { expect, it } from "vitest";
import { fakeStreams } from "../testing/fake-streams.js";
import { createSteps } from "./steps.js";
import { createTerminal } from "./terminal.js";
import type { Ticker } from "./ticker.js";

function startSteps(isTTY: boolean, json?: true) {
  const streams = fakeStreams(isTTY, { NO_COLOR: "1", TERM: "xterm" });
  let time = 0;
  let tick: () => void = () => undefined;
  const ticker: Ticker = {
    now: () => time,
    every(_ms, draw) {
      tick = draw;
      return () => (tick = () => undefined);
    },
  };
  const steps = createSteps(createTerminal(streams, json ? { json } : {}), ticker);
  const pass = (ms: number): void => {
    time += ms;
    tick();
  };
  return { steps, pass, written: streams.written };
}
const clone = { step: "clone", title: "ComfyUI", index: 0, count: 2 };
const torch = { step: "torch", title: "torch", index: 1, count: 2 };
const erase = "\r\u001b[2K";

it("draws a live line, and prints a line with the time for each finished step", () => {
  const { steps, pass, written } = startSteps(true);
  steps.note({ ...clone, line: "Receiving objects: 10%" });
  pass(5000);
  steps.note({ ...clone, fraction: 0.5 });
  pass(1000);
  steps.note(torch);
  pass(1000);
  steps.end(false);
  const drawn = written.err.split(erase);
  expect(drawn).toContain("⠙ [1/2] ComfyUI 00:05  Receiving objects: 10%");
  expect(drawn).toContain("⠹ [1/2] ComfyUI 50% 00:06  Receiving objects: 10%");
  expect(drawn).toContain("✓ [1/2] ComfyUI  00:06\n");
  expect(written.err.endsWith("x [2/2] torch  00:01\n")).toBe(true);
});

it("prints each step once without a live line", () => {
  const { steps, written } = startSteps(false);
  for (const line of ["a", "b", "c"]) steps.note({ ...clone, line });
  steps.note(torch);
  steps.end(true);
  expect(written).toEqual({ out: "", err: "[1/2] ComfyUI\n[2/2] torch\n" });
});

it.each([true, false])("keeps a warning visible, also after the next step (terminal: %s)", (isTTY) => {
  const { steps, pass, written } = startSteps(isTTY);
  steps.note(clone);
  steps.note({ ...clone, warning: "The Manager was not installed." });
  pass(1000);
  steps.note(torch);
  steps.end(true);
  const lines = written.err.split(erase).join("").split("\n");
  expect(lines).toContain("warning: The Manager was not installed.");
  if (isTTY) expect(written.err).toContain("! [1/2] ComfyUI  00:01\n");
});

it("writes a record for each note with --json", () => {
  const { steps, written } = startSteps(false, true);
  steps.note({ ...clone, line: "a", fraction: 0.25 });
  steps.note({ ...torch, warning: "b" });
  steps.end(true);
  expect(written.err).toBe("");
  expect(
    written.out
      .split("\n")
      .slice(0, 2)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { type: "step", ...clone, fraction: 0.25, line: "a" },
    { type: "step", ...torch, warning: "b" },
  ]);
});

it("draws the line of a tool without its control characters, as far as it fits into the terminal", () => {
  const { steps, pass, written } = startSteps(true);
  steps.note({ ...clone, line: `x\u001b[2J${"y".repeat(200)}` });
  pass(61_000);
  const line = written.err.split(erase).at(-1) ?? "";
  expect(line).toMatch(/^⠙ \[1\/2\] ComfyUI 01:01 {2}x\uFFFD\[2Jy+…$/);
  expect(line).toHaveLength(79);
});
