// What readers of a job's events receive: everything in order, and only the latest preview.

import { describe, expect, it } from "vitest";
import { settlePromises } from "@pictor/host/testing";
import { EventStream } from "./event-stream.js";
import type { JobEvent } from "@pictor/kernel";

const preview = (n: number): JobEvent => ({
  type: "preview",
  mime: "image/png",
  bytes: new Uint8Array([n]),
  jobId: "j",
  batch: 0,
});
const status = (queueRemaining: number): JobEvent => ({ type: "status", queueRemaining });
const short = (event: JobEvent) =>
  event.type === "preview"
    ? `preview ${event.bytes[0]}`
    : event.type === "status"
      ? event.queueRemaining
      : event.type;

async function readAll(events: AsyncIterable<JobEvent>) {
  const seen: (string | number)[] = [];
  for await (const event of events) seen.push(short(event));
  return seen;
}

describe("a reader", () => {
  it("who is late gets everything, and the latest preview in its place", async () => {
    const stream = new EventStream();
    for (const event of [status(1), preview(1), status(2), preview(2), status(3)]) stream.push(event);
    stream.end();
    expect(await readAll(stream.events)).toEqual([1, 2, "preview 2", 3]);
  });

  it("who reads beside another one gets a clear error, and takes nothing from it", async () => {
    const stream = new EventStream();
    const first = stream.events[Symbol.asyncIterator]();
    stream.push(status(1));
    expect((await first.next()).value).toEqual(status(1));
    await expect(readAll(stream.events)).rejects.toMatchObject({ code: "GENERATION_EVENTS_READ" });
    stream.push(status(2));
    expect((await first.next()).value).toEqual(status(2));
    stream.end();
  });

  it("who continues where another one stopped misses nothing", async () => {
    const stream = new EventStream();
    for (const event of [status(1), status(2), status(3)]) stream.push(event);
    for await (const event of stream.events) if (event.type === "status") break;
    stream.push(status(4));
    stream.end();
    expect(await readAll(stream.events)).toEqual([2, 3, 4]);
  });

  it("who is slow gets one of 10,000 previews", async () => {
    const stream = new EventStream();
    const reader = stream.events[Symbol.asyncIterator]();
    stream.push(status(1));
    expect((await reader.next()).value).toEqual(status(1));
    for (let index = 0; index < 10_000; index++) stream.push(preview(index % 256));
    stream.push({ type: "connection", state: "lost" });
    stream.end();
    expect(await readAll({ [Symbol.asyncIterator]: () => reader })).toEqual([
      `preview ${9_999 % 256}`,
      "connection",
    ]);
  });

  it("who keeps up gets every preview", async () => {
    const stream = new EventStream();
    const reading = readAll(stream.events);
    for (const event of [preview(1), preview(2), status(1)]) {
      await settlePromises();
      stream.push(event);
    }
    stream.end();
    expect(await reading).toEqual(["preview 1", "preview 2", 1]);
  });

  it("waits until the end", async () => {
    const stream = new EventStream();
    const reading = readAll(stream.events);
    await settlePromises();
    stream.end();
    expect(await reading).toEqual([]);
  });
});

describe("a job that is not read for long", () => {
  const half = 500_000;
  it.each<[number, string, (count: number) => unknown]>([
    [5_900, "numbers", (count) => count],
    // Of these, the last sixteen fit.
    [96, "half a megabyte of bytes each", () => new Uint8Array(half)],
    [96, "half a megabyte of texts each", () => [{ text: "x".repeat(half) }]],
  ])("keeps the decisive events, and little else, of %i messages with %s", async (messages, _name, data) => {
    const stream = new EventStream();
    stream.push({ type: "job", state: "running", jobId: "j", batch: 0 });
    for (let count = 0; count < messages; count++)
      stream.push({ type: "unknown", wireType: `binary ${count}`, data: data(count) });
    stream.end();
    const kept: JobEvent[] = [];
    for await (const event of stream.events) kept.push(event);
    expect(kept[0]).toMatchObject({ type: "job" });
    expect(kept.at(-1)).toMatchObject({ type: "unknown", wireType: `binary ${messages - 1}` });
    expect(kept.length).toBeLessThanOrEqual(1_000);
    const large = kept.filter((event) => event.type === "unknown" && typeof event.data === "object");
    expect(large.length * half).toBeLessThanOrEqual(8 * 2 ** 20);
  });

  it("keeps one message that is larger than the limit", async () => {
    const stream = new EventStream();
    const frame: JobEvent = { type: "unknown", wireType: "binary 10", data: new Uint8Array(9 * 2 ** 20) };
    for (const event of [preview(1), frame, preview(2), frame]) stream.push(event);
    stream.end();
    expect(await readAll(stream.events)).toEqual(["preview 2", "unknown"]);
  });

  it("keeps its newest preview in its place, out of any number", async () => {
    const stream = new EventStream();
    for (let count = 0; count < 5_000; count++) {
      stream.push(preview(count % 256));
      if (count % 100 === 0) stream.push({ type: "connection", state: "open" });
    }
    stream.end();
    const seen = await readAll(stream.events);
    expect(seen).toHaveLength(51);
    expect(seen.at(-1)).toBe(`preview ${4_999 % 256}`);
  });

  it("drops no decisive event, out of any number", async () => {
    const stream = new EventStream();
    for (let count = 0; count < 30_000; count++) {
      stream.push({ type: "job", state: "running", jobId: "j", batch: count });
      stream.push(status(count));
    }
    stream.end();
    const batches: number[] = [];
    for await (const event of stream.events) if (event.type === "job") batches.push(event.batch);
    expect(batches).toHaveLength(30_000);
    expect(batches.every((batch, index) => batch === index)).toBe(true);
  });
});
