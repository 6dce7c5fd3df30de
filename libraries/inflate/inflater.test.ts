// Bombs of every coding, alone and in parts, and data that only looks like one.

import { randomBytes } from "node:crypto";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inflatedLimit } from "./index.js";
import { Inflater, type Coding } from "./inflater.js";

const limits = { maxBytes: 100_000, maxRatio: 20, freeBytes: 1_000 };
const zeros = (length: number) => Buffer.alloc(length);
const codings: readonly (readonly [Coding, (data: Buffer) => Buffer])[] = [
  ["zlib", deflateSync],
  ["raw", deflateRawSync],
  ["gzip", gzipSync],
  ["br", (data) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
];

describe.each(codings)("%s", (coding, pack) => {
  const inflate = (data: Buffer, change = {}) => new Inflater({ ...limits, ...change }).inflate(data, coding);

  it("gives the data back", () => {
    const data = randomBytes(5_000);
    expect(inflate(pack(data))).toEqual({ bytes: data });
  });

  it("gives a little back at any ratio", () => {
    expect(inflate(pack(zeros(1_000)))).toEqual({ bytes: zeros(1_000) });
  });

  it("ends at the ratio", () => {
    const packed = pack(zeros(50_000));
    expect(inflate(packed)).toEqual({ problem: "too large", maxBytes: Math.max(1_000, packed.length * 20) });
    expect(inflate(packed, { maxRatio: 10_000 })).toEqual({ bytes: zeros(50_000) });
  });

  it("does the same outside of the main thread", async () => {
    const inflater = new Inflater(limits);
    expect(await inflater.inflateInThread(pack(zeros(900)), coding)).toEqual({ bytes: zeros(900) });
    expect(await inflater.inflateInThread(Buffer.from("CANARY"), coding)).toEqual({ problem: "damaged" });
    const refused = await inflater.inflateInThread(pack(zeros(1_000_000)), coding);
    expect(refused).toHaveProperty("problem", "too large");
    expect(await inflater.inflateInThread(pack(zeros(1)), coding)).toHaveProperty("problem", "too large");
  });

  it("ends at the bytes, whatever the ratio", () => {
    const bomb = pack(zeros(5_000_000));
    expect(inflate(bomb, { maxRatio: Infinity })).toEqual({ problem: "too large", maxBytes: 100_000 });
  });

  it("without a ratio ends at the bytes alone, and is damaged when it is empty", () => {
    const inflater = new Inflater({ maxBytes: 50_000 });
    expect(inflater.inflate(Buffer.alloc(0), coding)).toEqual({ problem: "damaged" });
    expect(inflater.inflate(pack(zeros(50_000)), coding)).toEqual({ bytes: zeros(50_000) });
  });

  it("is damaged when it is cut off, or something else", () => {
    expect(inflate(pack(randomBytes(500)).subarray(0, 100))).toEqual({ problem: "damaged" });
    expect(inflate(Buffer.from("CANARY"))).toEqual({ problem: "damaged" });
  });
});

describe("the parts of one file", () => {
  it("share the limits", () => {
    const inflater = new Inflater(limits);
    const part = deflateSync(zeros(600));
    expect(inflater.inflate(part, "zlib")).toHaveProperty("bytes");
    expect(inflater.inflate(part, "zlib")).toHaveProperty("problem", "too large");
  });

  it("are not looked at any more after one that was too large", () => {
    const inflater = new Inflater(limits);
    expect(inflater.inflate(gzipSync(zeros(50_000)), "gzip")).toHaveProperty("problem", "too large");
    expect(inflater.inflate(gzipSync(Buffer.from("a")), "gzip")).toHaveProperty("problem", "too large");
  });

  it("go on after one that was damaged", () => {
    const inflater = new Inflater(limits);
    expect(inflater.inflate(Buffer.from("odd"), "zlib")).toHaveProperty("problem", "damaged");
    expect(inflater.inflate(deflateSync(Buffer.from("a")), "zlib")).toEqual({ bytes: Buffer.from("a") });
  });
});

it("the limit of a stream is the ratio, between what is free and what is the most", () => {
  expect([1, 100, 1_000_000].map((packed) => inflatedLimit(packed, limits))).toEqual([1_000, 2_000, 100_000]);
});
