// Streams of every coding that this Node.js has, whole, cut off, damaged and as bombs.

import { randomBytes } from "node:crypto";
import * as zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { InflateError, inflateStream } from "./index.js";
import { streamCodings, type StreamCoding } from "./stream-codings.js";

const limits = { maxBytes: 1_000_000, maxRatio: 20, freeBytes: 10_000 };
const { zstdCompressSync = zlib.gzipSync } = zlib as { readonly zstdCompressSync?: typeof zlib.gzipSync };
const packers: Readonly<Record<StreamCoding, (data: Buffer) => Buffer>> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zstdCompressSync,
};
const data = Buffer.concat([randomBytes(5_000), Buffer.alloc(5_000, "abc")]);

async function* inParts(bytes: Uint8Array, size = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
async function all(source: AsyncIterable<Uint8Array>, ...codings: StreamCoding[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of inflateStream(source, codings, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const failure = (source: AsyncIterable<Uint8Array>, ...codings: StreamCoding[]) =>
  all(source, ...codings).then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(streamCodings)("%s", (coding) => {
  const pack = packers[coding];
  it("gives the data back", async () => {
    expect(await all(inParts(pack(data)), coding)).toEqual(data);
  });
  it("may begin with an empty part", async () => {
    const empty = (async function* () {
      yield new Uint8Array();
      yield* inParts(pack(data));
    })();
    expect(await all(empty, coding)).toEqual(data);
  });
  it("of nothing is nothing", async () => {
    expect(await all(inParts(new Uint8Array()), coding)).toHaveLength(0);
  });
  it("ends with an error when it is cut off or something else", async () => {
    const cut = await failure(inParts(pack(data).subarray(0, -20)), coding);
    expect(cut).toMatchObject({ coding, message: "is cut off", maxBytes: undefined });
    expect(await failure(inParts(Buffer.from("CANARY".repeat(50))), coding)).toBeInstanceOf(InflateError);
  });
  it("ends at the ratio", async () => {
    const bomb = await failure(inParts(pack(Buffer.alloc(900_000))), coding);
    expect(bomb).toMatchObject({ coding, maxBytes: expect.any(Number) });
  });
});

it("deflate may lack the frame of zlib", async () => {
  expect(await all(inParts(zlib.deflateRawSync(data)), "deflate")).toEqual(data);
});

it("several codings are undone in reverse, within one ratio", async () => {
  expect(await all(inParts(zlib.brotliCompressSync(zlib.gzipSync(data))), "gzip", "br")).toEqual(data);
  const twice = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(900_000)));
  expect(await failure(inParts(twice), "gzip", "gzip")).toMatchObject({ maxBytes: limits.freeBytes });
});

it("members of gzip follow one another", async () => {
  const both = Buffer.concat([zlib.gzipSync(data), zlib.gzipSync(data)]);
  expect(await all(inParts(both), "gzip")).toEqual(Buffer.concat([data, data]));
});

it("the error of the source is the error of the stream", async () => {
  const broken = async function* () {
    yield await Promise.resolve(zlib.gzipSync(data).subarray(0, 100));
    throw new Error("the source");
  };
  expect(await failure(broken(), "gzip")).toEqual(new Error("the source"));
});

it("what was flushed comes before the next part is there", async () => {
  const packer = zlib.createGzip();
  const chunks = inflateStream(packer, ["gzip"], limits)[Symbol.asyncIterator]();
  for (const line of ["one\n", "two\n"]) {
    packer.write(line);
    packer.flush();
    const { value } = (await chunks.next()) as IteratorYieldResult<Uint8Array>;
    expect(Buffer.from(value).toString()).toBe(line);
  }
  await chunks.return?.();
});
