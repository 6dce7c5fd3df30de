// A job that fails on a ComfyUI that was found without a configuration.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { userVariables } from "@pictor/host/testing";
import { run } from "../cli/program/run.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";

afterEach(() => void vi.unstubAllEnvs());

it("the error of a job that fails there names the embedded server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-local-server-"));
  const server = await startEmbeddedServer();
  onTestFinished(() => server.close());
  server.faults.set([{ kind: "node-error" }]);
  vi.stubEnv("PICTOR_LOCAL_SERVER", server.url);
  const streams = fakeStreams(false, { ...userVariables(folder), NO_COLOR: "1" });
  expect(await run(["generate", "txt2img", "--example", "--out", folder], streams)).toBe(3);
  expect(streams.written.err).toContain(
    "No backend is configured; `--backend embedded` uses the embedded server.\n",
  );
});
