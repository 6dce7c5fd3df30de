// Locks in one process, with a fake clock: order, takeover, loss, and what a disk refuses.

import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "@pictor/kernel/plugin";
import { createFakeClock, createTestFolder, writeTestFiles, type FakeClock } from "@pictor/host/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { formatEntry } from "./entry/entry-name.js";
import { ownIdentity } from "./entry/process-identity.js";
import { replaceFile, withLock, type HeldLock, type LockOptions } from "./index.js";
import { placeForeignLock, takeForeignLock } from "./testing/index.js";

let folder: string;
let path: string;
let clock: FakeClock;
let options: LockOptions;
beforeEach(async () => {
  folder = createTestFolder();
  path = join(folder, "a.lock");
  clock = createFakeClock();
  options = { clock, limitMs: 60_000 };
});

/** Advances the clock until the promise settles. */
async function settled<T>(work: Promise<T>): Promise<T> {
  const pending = new Set([work]);
  const watched = work.finally(() => pending.delete(work));
  watched.catch(() => undefined);
  while (pending.size > 0) await clock.advance(100);
  return watched;
}

/** Holds the lock until `end` is called. */
async function holding(more: Partial<LockOptions> = {}) {
  let end: () => void = () => undefined;
  let lock: HeldLock | undefined;
  const done = withLock(path, { ...options, ...more }, (given) => {
    lock = given;
    return new Promise<void>((resolve) => (end = resolve));
  });
  done.catch(() => undefined);
  await expect.poll(() => lock).toBeDefined();
  return { lock: lock!, done, end: () => end() };
}

const whose = async (): Promise<string> => (await readdir(path)).map((name) => name.split("@")[1]).join();

describe("exclusive work", () => {
  it("of many callers never overlaps, gives its results, and leaves nothing", async () => {
    let inside = 0;
    const all = Array.from({ length: 12 }, (_, index) =>
      withLock(path, options, async ({ confirm }) => {
        expect(++inside).toBe(1);
        await confirm();
        expect(inside--).toBe(1);
        return index;
      }),
    );
    expect(await settled(Promise.all(all))).toEqual(all.map((_, index) => index));
    expect(await readdir(folder)).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it("that fails frees the lock, and its error is the caller's", async () => {
    const failing = withLock(path, options, () => Promise.reject(new Error("its own")));
    await expect(failing).rejects.toThrow("its own");
    expect(await readdir(folder)).toEqual([]);
  });

  it("is renewed, so that nobody takes it over however long it lasts", async () => {
    const first = await holding();
    const second = withLock(path, { ...options, limitMs: 40_000 }, () => Promise.resolve());
    await expect(settled(second)).rejects.toMatchObject({ name: "LockBusy", holder: { pid: process.pid } });
    expect(first.lock.signal.aborted).toBe(false);
    first.end();
    await first.done;
  });

  it("is not begun after an abort, and a wait ends with the reason", async () => {
    await placeForeignLock(path, "still");
    const controller = new AbortController();
    const waiting = withLock(path, { ...options, signal: controller.signal }, () => Promise.resolve());
    await clock.advance(100);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(clock.pending()).toBe(0);
  });

  it("tells once that it waits, and for whom", async () => {
    const renew = await placeForeignLock(path, "elsewhere");
    const told: unknown[] = [];
    const waiting = withLock(
      path,
      { ...options, limitMs: 5_000, onWait: (holder) => told.push(holder) },
      () => Promise.resolve(),
    );
    await expect.poll(() => clock.pending()).toBe(1);
    await renew();
    await expect(settled(waiting)).rejects.toThrow("process 4711 on another holds the lock");
    expect(told).toMatchObject([{ pid: 4711, host: "another" }]);
  });
});

describe("the lock", () => {
  it.each(["dead", "still", "elsewhere"] as const)("of a holder that is %s is taken over", async (holder) => {
    await placeForeignLock(path, holder);
    expect(await settled(withLock(path, options, () => Promise.resolve("mine")))).toBe("mine");
    expect(await readdir(folder)).toEqual([]);
  });

  it("is no file manager's", async () => {
    writeTestFiles(path, { ".DS_Store": "" });
    expect(await settled(withLock(path, options, () => Promise.resolve("mine")))).toBe("mine");
    expect(await readdir(folder)).toEqual([]);
  });

  it("of one dead holder is taken by one of many", async () => {
    await placeForeignLock(path, "dead");
    let inside = 0;
    const takers = Array.from({ length: 12 }, () =>
      withLock(path, options, async ({ confirm }) => {
        expect(++inside).toBe(1);
        await confirm();
        inside--;
      }),
    );
    await settled(Promise.all(takers));
  });

  it("takes away what a process has left that was killed while it took the lock", async () => {
    const [dead, living] = [await ownIdentity(), await ownIdentity()].map((self, index) =>
      formatEntry({ ...self, pid: index === 0 ? 99_999_999 : self.pid, id: "0f" }, 0),
    );
    await mkdir(`${path}.${dead}`);
    await writeFile(join(`${path}.${dead}`, dead ?? ""), "");
    await mkdir(`${path}.${living}`);
    await mkdir(`${path}.of-somebody-else`);
    await withLock(path, options, () => Promise.resolve());
    const left = [`a.lock.${living}`, "a.lock.of-somebody-else"];
    expect((await readdir(folder)).sort()).toEqual(left.sort());
  });

  it("stays a lock when the clock is set", async () => {
    const first = await holding();
    const jumping = { ...clock, now: () => Date.now() + 1e12 };
    const second = withLock(path, { ...options, clock: jumping, limitMs: 1_000 }, () => Promise.resolve());
    await expect(settled(second)).rejects.toMatchObject({ name: "LockBusy" });
    first.end();
    await first.done;
  });
});

describe("a lock that was lost", () => {
  it("is noticed at the next renewal, and stays with its new holder", async () => {
    const { lock, done, end } = await holding();
    await takeForeignLock(path);
    expect(lock.signal.aborted).toBe(false);
    await clock.advance(2_500);
    await expect.poll(() => lock.signal.aborted).toBe(true);
    end();
    await expect(done).rejects.toThrow(
      "process 4711 on another has taken over the lock " + `${path}, because this process was suspended`,
    );
    expect(await whose()).toBe("another");
    expect(clock.pending()).toBe(0);
  });

  it("is noticed when it is confirmed, before a timer was due, and nothing is written", async () => {
    const file = join(folder, "file");
    await writeFile(file, "old");
    const work = withLock(path, options, async (lock) => {
      await takeForeignLock(path);
      await replaceFile(file, "new", { lock });
    });
    await expect(work).rejects.toMatchObject({ name: "LockLost" });
    expect(await readdir(folder)).toEqual(["a.lock", "file"]);
    expect(await whose()).toBe("another");
  });

  it("has the caller's own error, also if its folder was removed", async () => {
    const explain = (problem: unknown) => new Error(`own: ${reasonOf(problem)}`);
    const work = withLock(path, { ...options, explain }, () => rm(path, { recursive: true }));
    await expect(work).rejects.toThrow(`own: the lock ${path} of this process was removed`);
  });

  it("is not lost when a network file system repeats a rename", async () => {
    await withLock(path, options, async ({ confirm, signal }) => {
      const [entry = ""] = await readdir(path);
      await rename(join(path, entry), join(path, entry.replace(".0@", ".1@")));
      await confirm();
      await confirm();
      expect(signal.aborted).toBe(false);
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a disk that refuses", () => {
  const work = () => Promise.resolve();
  it("a folder that is missing", async () => {
    const missing = withLock(join(folder, "missing/a.lock"), options, work);
    await expect(missing).rejects.toMatchObject({ code: "ENOENT" });
  });
  it("a file in the lock's place", async () => {
    await writeFile(path, "");
    await expect(withLock(path, options, work)).rejects.toMatchObject({ code: "ENOTDIR" });
  });
  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")(
    "a folder without permission",
    async () => {
      await chmod(folder, 0o500);
      await expect(withLock(path, options, work)).rejects.toMatchObject({ code: "EACCES" });
      await chmod(folder, 0o700);
    },
  );
});
