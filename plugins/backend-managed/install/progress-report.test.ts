// Tests of progress reports and installation logs.

import { readdirSync, readFileSync } from "node:fs";
import type { StepProgress } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { createReport, parseFraction, openInstallLog } from "./progress-report.js";
import { scriptedInstance } from "../testing/fake-instance.js";

it.each([
  ["Receiving objects:  45% (45/100), 1 MiB", 0.45],
  ["remote: Counting objects: 100% (8/8), done.", 1],
  ["Collecting torch", undefined],
  ["pip at 100%safe", 1],
])("%s", (line, expected) => {
  expect(parseFraction(line)).toBe(expected);
});

it("a note has the step, its fraction, and the last line", async () => {
  const notes: StepProgress[] = [];
  const instance = scriptedInstance({ clock: createFakeClock() });
  const log = await openInstallLog(instance);
  const report = createReport(log, (note) => notes.push(note), undefined);
  report.expectSteps(2);
  report.step("clone", "ComfyUI");
  report.toolOptions.onLine("Receiving objects:  50% (1/2)   ");
  report.toolOptions.onLine("  ");
  report.step("torch", "torch");
  report.toolOptions.onLine("Collecting torch");
  report.warn("It has no wheel.");
  await log.end();
  expect(notes).toEqual([
    { step: "clone", title: "ComfyUI", index: 0, count: 2 },
    {
      step: "clone",
      title: "ComfyUI",
      index: 0,
      count: 2,
      fraction: 0.5,
      line: "Receiving objects:  50% (1/2)",
    },
    { step: "torch", title: "torch", index: 1, count: 2 },
    { step: "torch", title: "torch", index: 1, count: 2, line: "Collecting torch" },
    { step: "torch", title: "torch", index: 1, count: 2, warning: "It has no wheel." },
  ]);
  expect(readFileSync(log.file, "utf8")).toBe(
    ["== ComfyUI", "== torch", "  Collecting torch", "!! It has no wheel.", ""]
      .join("\n")
      .replaceAll(/^(?=.)/gm, "1970-01-01T00:00:00.000Z "),
  );
});

it("each installation has its own log, and the last few are kept", async () => {
  const instance = scriptedInstance();
  for (let index = 0; index < 8; index++) {
    const log = await openInstallLog(instance);
    log.write(`number ${index}`);
    await log.end();
  }
  const kept = readdirSync(instance.layout.logs).sort();
  expect(kept).toEqual([
    "install.1.log",
    "install.2.log",
    "install.3.log",
    "install.4.log",
    "install.5.log",
    "install.log",
  ]);
  expect(readFileSync(`${instance.layout.logs}/install.log`, "utf8")).toContain("number 7");
  expect(readFileSync(`${instance.layout.logs}/install.5.log`, "utf8")).toContain("number 2");
});
