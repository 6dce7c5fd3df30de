// Taking back what was submitted without waiting: all of it, and not behind the kernel's back.

import { afterEach, describe, expect, it } from "vitest";
import { openStage, settleAll, type Stage } from "./server-stage.test.support.js";

const open: Stage[] = [];
afterEach(async () => {
  for (const stage of open.splice(0)) await stage.dispose();
});
async function start() {
  const stage = await openStage();
  open.push(stage);
  return stage;
}

describe("a submission that an observer stops", () => {
  it.each([1, 2, 3])("when prompt %i of 3 is queued is taken back whole", async (stopAt) => {
    const stage = await start();
    const controller = new AbortController();
    let queued = 0;
    stage.kernel.hooks.onEvent.tap({}, (event) => {
      if (event.type === "job" && event.state === "queued" && ++queued === stopAt) controller.abort();
    });
    const submitting = stage.kernel.submit({ workflow: "fake", count: 3, signal: controller.signal });
    expect(await submitting).toMatchObject({ status: "interrupted", by: "caller" });
    await settleAll();
    expect([stage.server.queue, stage.server.taken.length]).toEqual([[], stopAt]);
  });
});

describe("a withdrawal", () => {
  it("is not tried any more behind the kernel", async () => {
    const stage = await start();
    const { server, clock, kernel } = stage;
    server.replies.push("held");
    let cancels = 0;
    server.backend.cancel = () => {
      cancels++;
      return new Promise((_resolve, reject) => {
        clock.after(1_500, () => {
          reject(server.unreachable());
        });
      });
    };
    const controller = new AbortController();
    const submitting = kernel.submit({ workflow: "fake", signal: controller.signal });
    await settleAll();
    controller.abort();
    expect(await submitting).toMatchObject({ status: "interrupted" });
    let isDisposed = false;
    void kernel.dispose().then(() => (isDisposed = true));
    await clock.advance(2_000);
    expect([isDisposed, cancels]).toEqual([true, 2]);
    await clock.advance(60_000);
    expect([cancels, clock.pending()]).toEqual([2, 0]);
  });
});
