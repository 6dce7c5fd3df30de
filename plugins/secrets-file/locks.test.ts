// Exclusive work within a process and between processes. What a lock is, the tests of `libraries/locks` decide.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { placeForeignLock, takeForeignLock, wallClock } from "@pictor/locks/testing";
import { describe, expect, it } from "vitest";
import { rejection, createStoreFixture } from "./testing/test-store.js";

describe("exclusive work", () => {
  it("runs in order, also after failed work", async () => {
    const store = await (await createStoreFixture()).open();
    const steps: string[] = [];
    const work = (name: string) =>
      store.exclusively("k", async () => {
        steps.push(`${name} begins`);
        await store.set(name, "v");
        steps.push(`${name} ends`);
        if (name === "a") throw new Error("the work's own");
        return name;
      });
    const [a, b] = await Promise.allSettled([work("a"), work("b")]);
    expect(steps).toEqual(["a begins", "a ends", "b begins", "b ends"]);
    expect(a).toMatchObject({ status: "rejected", reason: { message: "the work's own" } });
    expect(b).toEqual({ status: "fulfilled", value: "b" });
  });

  it("of another key runs concurrently", async () => {
    const store = await (await createStoreFixture()).open();
    const inner = await store.exclusively("a", () => store.exclusively("b", () => Promise.resolve("both")));
    expect(inner).toBe("both");
  });

  it("of two processes never overlaps, and loses nothing", async () => {
    const shop = await createStoreFixture();
    const stores = [await shop.open({ clock: wallClock }), await shop.open({ clock: wallClock })];
    let running = 0;
    const add = (store: (typeof stores)[number]) =>
      store.exclusively("count", async () => {
        expect(++running).toBe(1);
        await store.set("n", String(Number((await store.get("n")) ?? 0) + 1));
        running--;
      });
    const all = Array.from({ length: 10 }, (_, index) => add(stores[index % 2]!));
    await Promise.all(all);
    expect(await stores[0]?.get("n")).toBe("10");
    expect(await readdir(shop.folder)).toEqual(["secrets.json"]);
  });
});

describe("a lock", () => {
  it("that another process holds is logged after a second, and rejects after a minute", async () => {
    const { open, clock, warnings } = await createStoreFixture();
    const [one, two] = [await open(), await open()];
    let end: (() => void) | undefined;
    const holding = one.exclusively("k", () => new Promise<void>((resolve) => (end = resolve)));
    await expect.poll(() => end).toBeDefined();
    let waiting = 1;
    const error = rejection(two.exclusively("k", () => Promise.resolve())).finally(() => waiting--);
    while (waiting > 0) await clock.advance(100);
    expect(await error).toMatchObject({ code: "SECRETS_LOCKED", details: { store: "file", seconds: 65 } });
    expect(warnings).toEqual(["The secret store waits for another process."]);
    end?.();
    await holding;
  });

  it("that was lost lets nothing be written, and its work is rejected", async () => {
    const { path, folder, open } = await createStoreFixture();
    const store = await open();
    await store.set("a", "b");
    const before = await readFile(path, "utf8");
    const work = store.exclusively("k", async (lock) => {
      const held = (await readdir(folder)).find((name) => name.endsWith(".lock")) ?? "";
      await takeForeignLock(join(folder, held));
      await lock?.confirm();
      await store.set("a", "c");
    });
    await expect(work).rejects.toMatchObject({
      code: "SECRETS_UNAVAILABLE",
      what: expect.stringContaining("because this process was suspended") as string,
    });
    expect(await readFile(path, "utf8")).toBe(before);
  });

  it("does not block reads", async () => {
    const { path, open } = await createStoreFixture();
    const store = await open();
    await store.set("a", "b");
    await placeForeignLock(`${path}.lock`, "still");
    expect(await store.get("a")).toBe("b");
  });
});
