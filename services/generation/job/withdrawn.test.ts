// Revoking what was submitted: completely, and not after the kernel was disposed.

import { describe, expect, it } from "vitest";
import { openStage, settleAll, type Stage } from "../../testing/server-stage.js";

it.each([1, 2, 3])(
  "a submission that an observer stops when prompt %i of 3 is queued is revoked completely",
  async (stopAt) => {
    const stage = await openStage();
    const controller = new AbortController();
    let queued = 0;
    stage.pictor.hooks.onEvent.tap({}, (event) => {
      if (event.type === "job" && event.state === "queued" && ++queued === stopAt) controller.abort();
    });
    const submitting = stage.pictor.submit({ workflow: "fake", count: 3, signal: controller.signal });
    expect(await submitting).toMatchObject({ status: "interrupted", by: "caller" });
    await settleAll();
    expect([stage.server.queue, stage.server.accepted.length]).toEqual([[], stopAt]);
  },
);

const unconfirmed = { code: "BACKEND_CANCEL_UNCONFIRMED" };

describe.each(["generate", "submit"] as const)("a submission (%s) that is stopped on its way", (call) => {
  async function stopped(...replies: Stage["server"]["replies"]) {
    const stage = await openStage();
    stage.server.replies.push(...replies);
    const controller = new AbortController();
    const request = { workflow: "fake", signal: controller.signal };
    const result: Promise<object> =
      call === "generate" ? stage.pictor.generate(request).result : stage.pictor.submit(request);
    let ended: object | "goes on" = "goes on";
    void result.then((value) => (ended = value));
    await settleAll();
    controller.abort();
    await settleAll();
    return { ...stage, ended: () => ended };
  }

  it("is revoked as soon as the server has accepted it, and the job waits for that", async () => {
    const { server, clock, ended } = await stopped("late");
    expect(ended()).toBe("goes on");
    await clock.advance(2_000);
    server.acceptLate();
    await clock.advance(2_000);
    expect(ended()).toMatchObject({ status: "interrupted", by: "caller", problems: [] });
    expect([server.accepted.length, server.queue, clock.pending()]).toEqual([1, [], 0]);
  });

  it("is revoked when it is queued and its reply is missing", async () => {
    const { server, clock, ended } = await stopped("held");
    expect(ended()).toMatchObject({ status: "interrupted", problems: [] });
    expect([server.queue, clock.pending()]).toEqual([[], 0]);
  });

  it("is interrupted, and again if the server loses the interrupt", async () => {
    const { server, clock, ended } = await stopped("late");
    server.behavior.lostInterrupts = 2;
    server.acceptLate();
    server.start();
    await clock.advance(5_000);
    expect(ended()).toMatchObject({ status: "interrupted", problems: [] });
    expect([server.running(), clock.pending()]).toEqual([undefined, 0]);
  });

  it("ends after ten seconds with a problem if the outcome is unknown, and is revoked later", async () => {
    const { server, clock, ended } = await stopped("late");
    await clock.advance(9_900);
    expect(ended()).toBe("goes on");
    await clock.advance(100);
    expect(ended()).toMatchObject({ status: "interrupted", problems: [unconfirmed] });
    await clock.advance(60_000);
    server.acceptLate();
    await clock.advance(10_000);
    expect([server.accepted.length, server.queue, clock.pending()]).toEqual([1, [], 0]);
  });

  it("ends at once when nothing was sent", async () => {
    const stage = await openStage();
    const { server, clock, pictor } = stage;
    server.fail("submit", server.unreachable(), server.unreachable());
    const controller = new AbortController();
    const request = { workflow: "fake", signal: controller.signal };
    const result: Promise<object> =
      call === "generate" ? pictor.generate(request).result : pictor.submit(request);
    await settleAll();
    controller.abort();
    expect(await result).toMatchObject({ status: "interrupted", problems: [] });
    expect([server.calls.includes("cancel"), clock.pending()]).toEqual([false, 0]);
  });
});

describe("a submission whose last batch is lost", () => {
  it("revokes the others, and reports those that it cannot revoke", async () => {
    const stage = await openStage();
    const { server, clock, pictor } = stage;
    server.replies.push("prompt", "cut off");
    const submitting = pictor.submit({ workflow: "fake", count: 2 });
    await clock.advance(75_000);
    const [first, second] = server.accepted;
    expect(await submitting).toMatchObject({
      status: "lost",
      error: { details: { promptId: second } },
      problems: [{ ...unconfirmed, message: expect.stringContaining(String(first)) }],
    });
    server.up();
    await clock.advance(10_000);
    expect([server.queue, clock.pending()]).toEqual([[], 0]);
  });

  it("because it was refused leaves nothing, and reports nothing", async () => {
    const { server, pictor, clock } = await openStage();
    server.replies.push("prompt", "refused");
    const submitting = pictor.submit({ workflow: "fake", count: 2 });
    await settleAll();
    expect(await submitting).toMatchObject({ status: "failed", problems: [] });
    expect(server.calls.filter((name) => name === "cancel")).toHaveLength(1);
    expect([server.queue, clock.pending()]).toEqual([[], 0]);
  });
});

it("a revocation is not retried after the kernel was disposed", async () => {
  const stage = await openStage();
  const { server, clock, pictor } = stage;
  server.replies.push("held");
  let cancels = 0;
  server.backend.cancel = () => {
    cancels++;
    return new Promise((_resolve, reject) => {
      clock.after(1_500, () => reject(server.unreachable()));
    });
  };
  const submitting = pictor.submit({ workflow: "fake" });
  await settleAll();
  let isDisposed = false;
  void pictor.dispose().then(() => (isDisposed = true));
  await clock.advance(10_000);
  expect(await submitting).toMatchObject({ status: "interrupted", problems: [unconfirmed] });
  await clock.advance(2_000);
  const before = cancels;
  expect([isDisposed, before > 1]).toEqual([true, true]);
  await clock.advance(60_000);
  expect([cancels, clock.pending()]).toEqual([before, 0]);
});

it("dropped branches are reported from a reply that arrives after the prompt was found", async () => {
  const stage = await openStage();
  const { server, clock, pictor } = stage;
  server.replies.push("held");
  const dropped = { node: "Other", classType: "SaveImage", code: "x", message: "no such file" };
  server.behavior.dropped = [dropped];
  const submitting = pictor.submit({ workflow: "fake" });
  await clock.advance(8_000);
  server.releaseReplies();
  expect(await submitting).toMatchObject({
    status: "submitted",
    problems: [{ code: "GRAPH_PARTLY_DROPPED" }],
  });
  expect(clock.pending()).toBe(0);
});
