// How programs are started on each system.

import { basename, dirname } from "node:path";
import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { Programs } from "./runner.js";
import { startOptions } from "./start-options.js";

it.each<[NodeJS.Platform, boolean, boolean]>([
  ["linux", false, true],
  ["darwin", false, true],
  ["win32", false, false],
  ["win32", true, true],
])("on %s, with detached: %s, a group of its own: %s", (platform, detached, hasGroup) => {
  expect(startOptions({ detached }, platform)).toMatchObject({ detached: hasGroup, windowsHide: true });
});

it("a detached program has no pipes, and one with an open file writes there", () => {
  expect(startOptions({ detached: true }, "linux")).toMatchObject({
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  expect(startOptions({ outputTo: 7 }, "darwin")).toMatchObject({ stdout: 7, stderr: 7 });
  expect(startOptions({ input: "x" }, "win32")).toMatchObject({ input: "x", stdout: "pipe" });
});

// A file name of Windows has an ending, so a Windows without `node.exe` has no `node`.
it.skipIf(process.platform === "win32").each<[NodeJS.Platform, object]>([
  ["linux", { kind: "exited", exitCode: 0 }],
  ["darwin", { kind: "exited", exitCode: 0 }],
  ["win32", { kind: "not-started", code: "ENOENT" }],
])("a runner looks for programs as %s does", async (platform, end) => {
  const { run } = new Programs(createFakeClock(), undefined, platform);
  const env = { PATH: dirname(process.execPath) };
  expect(await run(basename(process.execPath), ["-e", ""], { env }).ended).toMatchObject(end);
});
