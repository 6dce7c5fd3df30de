// Traces in a process that has an SDK of OpenTelemetry, and in one that has none.

import { expect, it } from "vitest";
import { traceIntoMemory } from "./memory-sdk.test.support.js";
import { loadTracing } from "./tracing.js";

it("there are none before an SDK is registered", async () => {
  expect(await loadTracing()).toBeUndefined();
});

it("a span has parts, and says how others continue it", async () => {
  const { spans, tracing } = await traceIntoMemory();
  const job = tracing.begin("job", { id: "1" });
  const part = job.begin("part");
  part.note("half");
  part.end("SOME_CODE");
  part.end();
  job.end();
  const [whole, half] = spans;
  expect(spans).toMatchObject([
    { name: "job", attributes: { id: "1" }, hasEnded: true },
    { name: "part", events: ["half"], failure: "SOME_CODE", hasEnded: true, parent: whole?.own },
  ]);
  expect(part.traceparent).toBe(`00-${String(whole?.own.traceId)}-${String(half?.own.spanId)}-01`);
});

it("a span of another process is continued, and a text that is none is not", async () => {
  const { spans, tracing } = await traceIntoMemory();
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const texts = [traceparent, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", "x", ""];
  for (const text of texts) tracing.begin("work", {}, text);
  const parents = spans.map(({ parent }) => parent);
  expect(parents[0]).toMatchObject({ traceId: traceparent.slice(3, 35), spanId: "00f067aa0ba902b7" });
  expect(parents.slice(1)).toEqual([undefined, undefined, undefined]);
});

it("what is begun within a span is a part of it, also after a wait", async () => {
  const { spans, tracing } = await traceIntoMemory();
  const outer = tracing.begin("outer");
  await outer.within(async () => {
    await Promise.resolve();
    tracing.begin("inner");
  });
  tracing.begin("after");
  expect(spans.map(({ parent }) => parent?.spanId)).toEqual([undefined, spans[0]?.own.spanId, undefined]);
});
