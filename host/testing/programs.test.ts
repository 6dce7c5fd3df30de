// Fake programs behave as real ones do.

import { expect, it } from "vitest";
import { createFakeRun, createTestRunner } from "./programs.js";

it("a fake program writes its lines and exits with its code", async () => {
  const lines: string[] = [];
  const { run, calls } = createFakeRun(() => ({ exitCode: 2, output: "a\nb\n" }));
  const { pid, ended, kill } = run("git", ["status"], { onLine: (line) => lines.push(line) });
  expect([pid, await ended]).toEqual([1, { kind: "exited", exitCode: 2, output: "a\nb\n" }]);
  expect([lines, kill("SIGTERM")]).toEqual([["a", "b"], false]);
  expect(calls).toMatchObject([{ file: "git", args: ["status"] }]);
});

it("a fake program that continues is ended by a signal or an abort", async () => {
  const { run } = createFakeRun(() => ({ goesOn: true }));
  const first = run("server", []);
  expect(first.kill("SIGINT")).toBe(true);
  expect(await first.ended).toMatchObject({ kind: "killed", signal: "SIGINT" });
  const stop = new AbortController();
  const second = run("server", [], { signal: stop.signal });
  stop.abort();
  expect(await second.ended).toMatchObject({ kind: "killed", signal: "SIGTERM" });
});

it("a fake program that is not found is an outcome", async () => {
  const { run } = createFakeRun(() => Promise.resolve({ notStarted: "ENOENT" }));
  expect(await run("uv", []).ended).toMatchObject({ kind: "not-started", code: "ENOENT" });
});

it("real programs run without a kernel", async () => {
  const { run, end } = await createTestRunner();
  expect(await run(process.execPath, ["-p", "6 * 7"]).ended).toMatchObject({ output: "42\n" });
  await end();
});
