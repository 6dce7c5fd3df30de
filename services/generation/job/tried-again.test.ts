// Batches that are tried again after a failure, as the policy of the request says; and jobs that wait for their time.

import { expect, it } from "vitest";
import type { JobEvent, SentPrompt } from "@pictor/kernel";
import { createFakeServer } from "../../testing/fake-server.js";
import { openStage, settleAll, type Stage } from "../../testing/server-stage.js";

const memory = { exception: "torch.OutOfMemoryError", message: "Allocation on device 0 failed" };
const retry = { outOfMemory: { attempts: 2, backoffMs: 5_000 } };
const statesOf = (events: readonly JobEvent[]) =>
  events.flatMap((event) => (event.type === "job" ? [event.state] : []));

/** Makes the running prompt fail for lack of memory. */
function fail({ server }: Stage): void {
  server.start();
  server.behavior.nodeError = memory;
  server.finish("failed");
}

it("a batch that lacked memory is tried again as a new prompt, and the job says that it waits and why", async () => {
  const stage = await openStage();
  const { now, events, promptId } = await stage.generate({ retry });
  fail(stage);
  await settleAll();
  expect(events.at(-1)).toMatchObject({
    state: "waiting",
    wait: {
      why: "retry",
      detail: expect.stringContaining(
        "is tried again in 5 s (1 of 2), because: The backend ran out of",
      ) as string,
    },
  });
  await stage.clock.advance(4_999);
  expect(stage.server.queue).toEqual([]);
  await stage.clock.advance(1);
  expect(stage.server.queue).toHaveLength(1);
  expect(stage.server.queue).not.toContain(promptId);
  stage.server.run("succeeded");
  expect(await now()).toMatchObject({
    status: "finished",
    outputs: [{ index: 0, batch: 0 }],
    problems: [{ code: "JOB_TRIED_AGAIN" }],
  });
  expect(statesOf(events)).not.toContain("failed");
});

it("each batch has attempts of its own, also where all are submitted at once", async () => {
  const stage = await openStage([], createFakeServer({ facets: ["members"] }));
  const notes: SentPrompt[] = [];
  const noteSent = async (note: SentPrompt) => void notes.push(await Promise.resolve(note));
  const { now } = await stage.generate({
    count: 2,
    retry: { outOfMemory: { attempts: 1, backoffMs: 0 } },
    noteSent,
  });
  const [first = ""] = stage.server.queue;
  fail(stage);
  await stage.clock.advance(1_000);
  expect(notes).toContainEqual({ promptId: first, batch: 0, isSent: false });
  fail(stage);
  await stage.clock.advance(1_000);
  for (let run = 0; run < 2; run++) {
    stage.server.run("succeeded");
    await stage.clock.advance(1_000);
  }
  expect(await now()).toMatchObject({ status: "finished", outputs: [{ batch: 0 }, { batch: 1 }] });
});

it("a batch whose submission is lost is tried again when its turn comes, where all are submitted at once", async () => {
  const stage = await openStage([], createFakeServer({ facets: ["members"] }));
  stage.server.replies.push("prompt", "cut off");
  const { now } = await stage.generate({ count: 2, retry: { lost: { attempts: 1, backoffMs: 0 } } });
  await stage.clock.advance(75_000);
  stage.server.forget();
  stage.server.up();
  for (let run = 0; run < 4; run++) {
    await stage.clock.advance(5_000);
    stage.server.run("succeeded");
  }
  await stage.clock.advance(1_000);
  expect(await now()).toMatchObject({ status: "finished", outputs: [{ batch: 0 }, { batch: 1 }] });
});

it("a cancel ends the wait, and leaves nothing behind", async () => {
  const stage = await openStage();
  const { now, generation } = await stage.generate({ retry });
  fail(stage);
  await settleAll();
  void generation.cancel();
  expect(await now()).toMatchObject({ status: "interrupted", by: "caller", problems: [] });
  expect([stage.clock.pending(), stage.server.queue]).toEqual([0, []]);
});

it("a job waits for its time before it does anything, also for hours", async () => {
  const stage = await openStage();
  const hoursMs = 3 * 3_600_000;
  const { now, events } = stage.follow(
    stage.pictor.generate({ workflow: "fake", notBeforeMs: stage.clock.now() + hoursMs }),
  );
  await settleAll();
  expect(events.at(-1)).toMatchObject({ state: "waiting", wait: { why: "time" } });
  expect(stage.server.calls).toEqual([]);
  await stage.clock.advance(hoursMs);
  stage.server.run("succeeded");
  expect(await now()).toMatchObject({ status: "finished", problems: [] });
});

it("a job that waits for its time can be cancelled", async () => {
  const stage = await openStage();
  const generation = stage.pictor.generate({ workflow: "fake", notBeforeMs: stage.clock.now() + 60_000 });
  const { now } = stage.follow(generation);
  await settleAll();
  void generation.cancel();
  expect(await now()).toMatchObject({ status: "interrupted", by: "caller" });
});
