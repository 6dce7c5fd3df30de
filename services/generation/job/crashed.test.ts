// A server that crashes, on a backend that reports it: nothing is waited for.

import { describe, expect, it } from "vitest";
import { crashed, unreachable } from "../../testing/fake-submissions.js";
import { openStage } from "../../testing/server-stage.js";
import { inlinePlugin } from "../../testing/fake-plugins.js";
import type { WorkflowDraft } from "@pictor/kernel";

const lostInIt = {
  status: "lost",
  error: {
    code: "JOB_LOST",
    what: expect.stringMatching(
      /its server has crashed \(exit code 1; the last lines of its output: MemoryError\)/,
    ) as string,
    details: { why: "crashed" },
    cause: { code: "BACKEND_CRASHED" },
  },
};
const failedInIt = { status: "failed", error: { code: "BACKEND_CRASHED" } };

describe("a server that crashes", () => {
  it("keeps earlier outputs", async () => {
    const { server, generate } = await openStage();
    const { now } = await generate({ count: 2 });
    server.run("succeeded");
    await now();
    server.start();
    server.crash();
    expect(await now()).toMatchObject({ ...lostInIt, outputs: [{ index: 0, batch: 0 }] });
  });

  it("ends a cancelled job at once", async () => {
    const { server, clock, generate } = await openStage();
    const { now, generation } = await generate();
    server.start();
    server.fail("state", ...Array.from({ length: 9 }, () => unreachable()));
    server.fail("cancel", crashed());
    void generation.cancel();
    expect(await now()).toMatchObject({ status: "interrupted", by: "caller" });
    expect(clock.now()).toBe(0);
  });

  it("during an upload fails the job", async () => {
    const file = { name: "a.png", mime: "image/png", open: async function* () {} };
    const reads = inlinePlugin(
      "a-checker",
      [{ hook: "buildWorkflow", handler: "read", phase: "finish", when: { workflow: "fake" } }],
      { read: (draft: WorkflowDraft) => ({ ...draft, inputs: [file] }) },
    );
    const { server, generate } = await openStage([reads]);
    server.fail("upload", crashed());
    const { now } = await generate();
    expect(await now()).toMatchObject(failedInIt);
  });

  it("loses all batches of a detached submission", async () => {
    const { server, pictor } = await openStage();
    server.fail("submit", crashed());
    expect(await pictor.submit({ workflow: "fake", count: 2 })).toMatchObject(lostInIt);
  });
});
