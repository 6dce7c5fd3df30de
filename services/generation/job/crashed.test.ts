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
      /its server has crashed \(exit code 1; its last lines: MemoryError\)/,
    ) as string,
    details: { why: "crashed" },
    cause: { code: "BACKEND_CRASHED" },
  },
};
const failedInIt = { status: "failed", error: { code: "BACKEND_CRASHED" } };

describe("a server that crashes", () => {
  it("while it runs a prompt loses it at once", async () => {
    const { server, clock, generate } = await openStage();
    const { now } = await generate();
    server.start();
    server.crash();
    expect(await now()).toMatchObject(lostInIt);
    expect([clock.now(), clock.pending(), server.listening()]).toEqual([0, 0, 0]);
  });

  it("loses the queued prompts", async () => {
    const { server, generate } = await openStage();
    const first = await generate();
    const second = await generate();
    server.start();
    server.crash();
    expect(await first.now()).toMatchObject(lostInIt);
    expect(await second.now()).toMatchObject(lostInIt);
  });

  it("keeps earlier outputs", async () => {
    const { server, generate } = await openStage();
    const { now } = await generate({ count: 2 });
    server.start();
    server.finish("succeeded");
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

  it("before it replies to the request loses the prompt, and there is nothing to revoke", async () => {
    const { server, generate } = await openStage();
    server.fail("submit", crashed());
    const { now } = await generate();
    expect(await now()).toMatchObject(lostInIt);
    expect(server.calls).not.toContain("cancel");
  });

  it("during the submission loses the prompt, whatever the submission's error was", async () => {
    const { server, generate } = await openStage();
    server.fail("submit", unreachable("socket hang up"));
    server.fail("state", crashed());
    const { now } = await generate();
    expect(await now()).toMatchObject(lostInIt);
  });

  it("before it replies to the submission loses the prompt", async () => {
    const { server, clock, generate } = await openStage();
    server.replies.push("held");
    const { now } = await generate();
    server.fail("state", crashed());
    await clock.advance(5_000);
    expect(await now()).toMatchObject(lostInIt);
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

  it("loses an attached prompt", async () => {
    const { server, pictor, follow, generate } = await openStage();
    const { promptId } = await generate();
    const { now } = follow(pictor.attach({ promptId }));
    await now();
    server.crash();
    expect(await now()).toMatchObject(lostInIt);
    const later = follow(pictor.attach({ promptId }));
    expect(await later.now()).toMatchObject(lostInIt);
  });

  it("after the backend was opened loses a prompt that is looked up", async () => {
    const { server, pictor, follow } = await openStage();
    server.fail("state", crashed());
    const { now } = follow(pictor.attach({ promptId: "p" }));
    expect(await now()).toMatchObject(lostInIt);
  });

  it("serves the next job after a restart", async () => {
    const { server, generate } = await openStage();
    const { now } = await generate();
    server.crash();
    await now();
    server.up();
    const again = await generate();
    server.start();
    server.finish("succeeded");
    expect(await again.now()).toMatchObject({ status: "finished" });
  });
});
