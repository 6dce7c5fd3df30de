// The spans of a job: its phases and its prompts, and no span for a process that does not trace.

import { expect, it } from "vitest";
import { fault, type JobEvent } from "@pictor/kernel";
import { traceIntoMemory } from "../../tracing/memory-sdk.test.support.js";
import { JobTrace } from "./job-trace.js";

async function start() {
  const { spans, tracing } = await traceIntoMemory();
  const trace = new JobTrace(tracing, "job-1");
  const enter = (state: string, batch = 0): void => {
    trace.observe({ type: "job", state, batch, jobId: "job-1", promptId: `p${batch}` } as JobEvent);
  };
  const open = () => spans.filter(({ hasEnded }) => !hasEnded).map(({ name }) => name);
  return { spans, trace, enter, open };
}

it("follow each other, and a prompt lasts until its outputs are fetched", async () => {
  const { spans, trace, enter, open } = await start();
  for (const state of ["building", "gating", "validating", "uploading"]) enter(state);
  expect(open()).toEqual(["pictor.job", "pictor.uploading"]);
  const traceparent = trace.submit(0);
  enter("queued");
  enter("running");
  expect(open()).toEqual(["pictor.job", "pictor.prompt"]);
  enter("fetching");
  expect(open()).toEqual(["pictor.job", "pictor.fetching"]);
  enter("finished");
  expect(open()).toEqual([]);
  const prompt = spans.find(({ name }) => name === "pictor.prompt");
  expect(prompt?.events).toEqual(["queued", "running"]);
  expect(traceparent).toContain(`-${String(prompt?.own.spanId)}-`);
  expect(new Set(spans.map(({ own }) => own.traceId)).size).toBe(1);
});

it("are one for each prompt of a job whose batches run at the same time", async () => {
  const { trace, enter, open } = await start();
  for (const batch of [0, 1, 2]) {
    trace.submit(batch);
    enter("queued", batch);
  }
  enter("fetching", 1);
  expect(open()).toEqual(["pictor.job", "pictor.prompt", "pictor.fetching"]);
});

it("have the code of the error with which the job has failed, and no text of it", async () => {
  const { spans, trace, enter, open } = await start();
  trace.submit(0);
  enter("running");
  const error = fault("JOB_REPEATED", { filename: "secret.png" });
  trace.observe({ type: "error", error, jobId: "job-1", batch: 0 });
  enter("failed");
  expect([open(), spans[0]?.failure, spans[1]?.failure]).toEqual([[], "JOB_REPEATED", "JOB_REPEATED"]);
  expect(JSON.stringify(spans)).not.toContain("secret");
});

it("a job that waits until a batch is tried again has no other phase meanwhile, and its prompt has failed", async () => {
  const { spans, trace, enter, open } = await start();
  enter("building");
  trace.submit(0);
  enter("running");
  enter("waiting");
  expect(open()).toEqual(["pictor.job", "pictor.waiting"]);
  expect(spans.find(({ name }) => name === "pictor.prompt")?.failure).toBe("_OTHER");
  enter("uploading");
  expect(open()).toEqual(["pictor.job", "pictor.uploading"]);
});

it("a prompt that is submitted again is another one", async () => {
  const { spans, trace, open } = await start();
  const first = trace.submit(0);
  expect(trace.submit(0)).not.toBe(first);
  expect([open(), spans.length]).toEqual([["pictor.job", "pictor.prompt"], 3]);
});
