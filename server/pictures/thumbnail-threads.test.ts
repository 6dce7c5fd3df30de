// The threads and the cache of thumbnails: limits of number, time and size, without a decoder.

import { EventEmitter } from "node:events";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import type { ThumbnailTask } from "./make-thumbnail.js";
import type { ThumbnailThread } from "./spawn-thread.js";
import { ThumbnailCache } from "./thumbnail-cache.js";
import { ThumbnailThreads } from "./thumbnail-threads.js";
import { Thumbnails } from "./thumbnails.js";

class FakeThread extends EventEmitter {
  readonly tasks: ThumbnailTask[] = [];
  isEnded = false;
  postMessage(task: ThumbnailTask): void {
    this.tasks.push(task);
  }
  finish(text = "x"): void {
    this.emit("message", { kind: "made", bytes: Buffer.from(text) });
  }
  terminate(): Promise<number> {
    this.isEnded = true;
    return Promise.resolve(0);
  }
  unref(): void {
    // The process of the test ends anyway.
  }
}

const clock = createFakeClock();
let threads: FakeThread[];
let pool: ThumbnailThreads;
beforeEach(() => {
  threads = [];
  pool = new ThumbnailThreads({
    clock,
    spawn: () => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread as unknown as ThumbnailThread;
    },
  });
});
const make = (path: string, signal = new AbortController().signal) => pool.make({ path, size: 256 }, signal);
const pathsOf = () => threads.map(({ tasks }) => tasks.map(({ path }) => path).join(" "));

describe("the threads", () => {
  it("are two, and begin the next work when one is done", async () => {
    const first = make("a");
    for (const path of ["b", "c", "d"]) void make(path);
    expect(pathsOf()).toEqual(["a", "b"]);
    threads[0]?.finish();
    expect(await first).toMatchObject({ kind: "made" });
    threads[1]?.finish();
    expect(pathsOf()).toEqual(["a c", "b d"]);
  });

  it("end when an image takes too long, and others go on in a new one", async () => {
    const slow = make("slow");
    const after = [make("b"), make("c")];
    await clock.advance(20_000);
    expect(await slow).toEqual({ kind: "impossible", reason: "it took longer than 20 seconds" });
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true, false]);
    threads[2]?.finish();
    expect(await after[1]).toMatchObject({ kind: "made" });
  });

  it("that fail, as without memory, refuse their image alone", async () => {
    const work = make("a");
    threads[0]?.emit("error", new Error("out of memory"));
    threads[0]?.emit("exit", 1);
    expect(await work).toEqual({ kind: "impossible", reason: "the decoder failed" });
    void make("b");
    expect(pathsOf()).toEqual(["a", "b"]);
  });

  it("without work end after a time", async () => {
    void make("a");
    threads[0]?.finish();
    await clock.advance(30_000);
    expect(threads[0]?.isEnded).toBe(true);
  });

  it("never see work whose client has gone, and refuse more than can wait", async () => {
    const gone = new AbortController();
    void make("a");
    void make("b");
    const left = make("c", gone.signal);
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    for (let index = 0; index < 1_000; index++) void make(`w${index}`);
    expect(make("one more")).toBeUndefined();
    threads[0]?.finish();
    expect(pathsOf()).toEqual(["a w0", "b"]);
  });

  it("end with the server", async () => {
    const [running, , waiting] = [make("a"), make("b"), make("c")];
    await pool.close();
    expect(await Promise.all([running, waiting])).toMatchObject([
      { kind: "impossible" },
      { kind: "impossible" },
    ]);
    expect(make("d")).toBeUndefined();
    expect(threads.every(({ isEnded }) => isEnded)).toBe(true);
  });
});

describe("the cache", () => {
  let folder: string;
  const known = new Set(["a", "b", "c"]);
  const cacheOf = (maxBytes: number) =>
    new ThumbnailCache({ folder, maxBytes, known: () => Promise.resolve(known) });
  const key = (id: string, version = "1") => ({ id, version, size: 256 });
  beforeEach(() => void (folder = join(createTestFolder(), "thumbnails")));

  it("removes what was not used for the longest time when it is full", async () => {
    const cache = cacheOf(250);
    for (const id of ["a", "b"]) await cache.write(key(id), Buffer.alloc(100));
    expect((await cache.read(key("a")))?.length).toBe(100);
    await cache.write(key("c"), Buffer.alloc(100));
    expect(readdirSync(folder).sort()).toEqual(["a.1.256.webp", "c.1.256.webp"]);
    expect(await cache.read(key("b"))).toBeUndefined();
  });

  it("knows the files of an earlier run, and removes those of images that are gone and of earlier contents", async () => {
    mkdirSync(folder);
    for (const [index, name] of [
      "a.1.256.webp",
      "gone.1.256.webp",
      "b.0.512.webp",
      "b.0.256.webp.1.new",
    ].entries()) {
      writeFileSync(join(folder, name), "x".repeat(100));
      utimesSync(join(folder, name), index, index);
    }
    await cacheOf(320).write(key("b", "2"), Buffer.alloc(100));
    expect(readdirSync(folder).sort()).toEqual(["b.0.256.webp.1.new", "b.0.512.webp", "b.2.256.webp"]);
  });

  it("that cannot be written stops nobody", async () => {
    writeFileSync(folder, "a file");
    const cache = cacheOf(100);
    await cache.write(key("a"), Buffer.alloc(10));
    expect(await cache.read(key("a"))).toBeUndefined();
  });

  it("is filled once for all who wait, and not when all of them have gone", async () => {
    const cache = cacheOf(10_000);
    const thumbnails = new Thumbnails(cache, pool);
    const file = { path: "/x.png", name: "x.png", mime: "image/png", bytes: 1, modifiedMs: 1 };
    const gone = new AbortController();
    const left = thumbnails.of("a", file, 256, gone.signal);
    const waits = thumbnails.of("a", file, 256, new AbortController().signal);
    const lonely = new AbortController();
    await expect.poll(() => threads.length).toBe(1);
    for (const id of ["b"])
      void thumbnails.of(id, file, 256, new AbortController().signal).catch(() => undefined);
    await expect.poll(() => threads.length).toBe(2);
    const alone = thumbnails.of("c", file, 256, lonely.signal);
    gone.abort(new Error("gone"));
    lonely.abort(new Error("lonely"));
    await expect(left).rejects.toThrow("gone");
    await expect(alone).rejects.toThrow("lonely");
    threads[0]?.finish("thumbnail");
    expect(Buffer.from(await waits).toString()).toBe("thumbnail");
    expect(pathsOf()).toEqual(["/x.png", "/x.png"]);
  });
});
