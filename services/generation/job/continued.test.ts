// A generation that goes on with the job of an earlier process.

import type { JobEvent } from "@pictor/kernel";
import { expect, it } from "vitest";
import { aFile } from "../../testing/fake-backend.js";
import { openStage, settleAll, type Stage } from "../../testing/server-stage.js";

/** Runs the next prompt of the server to its end. */
async function runNext({ server }: Stage, filename: string): Promise<void> {
  await settleAll();
  server.run("succeeded", [aFile(filename)]);
}
/** Runs the next prompt of the server, which reports that a quarter of its node is done. */
async function runWithProgress({ server }: Stage, promptId: string): Promise<void> {
  await settleAll();
  server.start();
  server.emit({ type: "progress", promptId, node: "Save", value: 1, max: 4 });
  server.finish("succeeded");
  await settleAll();
}
const scopesOf = (events: readonly JobEvent[]) =>
  new Set(events.flatMap((event) => ("jobId" in event ? [`${event.jobId} ${event.batch}`] : [])));

it("of batches has the id of the job, in its events too, and its outputs come after the earlier ones", async () => {
  const stage = await openStage();
  const continues = { jobId: "job-1", nextOutput: 4, overall: 0 };
  const { generation, events, now } = await stage.generate({ count: 3, batches: [1, 2], continues });
  await runNext(stage, "b.png");
  await runNext(stage, "c.png");
  const outputs = [
    { jobId: "job-1", index: 4, batch: 1 },
    { jobId: "job-1", index: 5, batch: 2 },
  ];
  expect(await now()).toMatchObject({ status: "finished", jobId: "job-1", outputs });
  expect(generation.jobId).toBe("job-1");
  expect(scopesOf(events)).toEqual(new Set(["job-1 1", "job-1 2"]));
});

it("of a prompt has the batch of the job, whatever the record of the prompt says", async () => {
  const stage = await openStage();
  const { generation, promptId } = await stage.generate();
  void generation.leave();
  await settleAll();
  const continues = { jobId: "job-1", nextOutput: 2, overall: 0 };
  const { events, now } = stage.follow(stage.pictor.attach({ promptId, batch: 2, continues }));
  await runNext(stage, "a.png");
  const outputs = [{ jobId: "job-1", index: 2, batch: 2 }];
  expect(await now()).toMatchObject({ status: "finished", jobId: "job-1", outputs });
  expect(scopesOf(events)).toEqual(new Set(["job-1 2"]));
});

it("of a prompt, and then of the batches after it, is as far as the job: its progress never falls", async () => {
  const stage = await openStage();
  const { generation, promptId } = await stage.generate();
  void generation.leave();
  await settleAll();
  const continues = { jobId: "job-1", nextOutput: 1, overall: 0 };
  const attached = stage.follow(stage.pictor.attach({ promptId, batch: 1, count: 3, continues }));
  await runWithProgress(stage, promptId);
  const submitted = await stage.generate({ count: 3, batches: [2], continues });
  await runWithProgress(stage, submitted.promptId);
  const overall = [attached, submitted].flatMap(({ events }) =>
    events.flatMap((event) => (event.type === "progress" ? [event.overall] : [])),
  );
  expect(overall).toEqual([(1 + 1 / 4) / 3, (2 + 1 / 4) / 3]);
});

it("whose prompt reports less than the job has reached stays at that", async () => {
  const stage = await openStage();
  const { generation, promptId } = await stage.generate();
  void generation.leave();
  await settleAll();
  const continues = { jobId: "job-1", nextOutput: 0, overall: 0.5 };
  const { events } = stage.follow(stage.pictor.attach({ promptId, continues }));
  await runWithProgress(stage, promptId);
  expect(events.flatMap((event) => (event.type === "progress" ? [event.overall] : []))).toEqual([0.5]);
});

it("that begins after the end of Pictor fails as the job", async () => {
  const stage = await openStage();
  await stage.dispose();
  const continues = { jobId: "job-1", nextOutput: 0, overall: 0 };
  const { events, now } = stage.follow(stage.pictor.attach({ promptId: "p", continues }));
  expect(await now()).toMatchObject({ status: "failed", jobId: "job-1" });
  expect(events).toMatchObject([
    { type: "error", jobId: "job-1" },
    { type: "job", jobId: "job-1" },
  ]);
});
