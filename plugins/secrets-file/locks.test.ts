// Tests of exclusive work within a process, between processes, and after the death of one.

import { mkdir, readdir, utimes } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { rejection, timelessClock, createStoreFixture, type StoreFixture } from "./testing/test-store.js";

/** Creates a lock that another process has held for `ageMs`. */
async function foreignLock({ path }: StoreFixture, ageMs: number): Promise<void> {
  await mkdir(`${path}.lock`);
  const since = new Date(Date.now() - ageMs);
  await utimes(`${path}.lock`, since, since);
}

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
    const stores = [await shop.open({ clock: timelessClock }), await shop.open({ clock: timelessClock })];
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
  });

  it("leaves nothing beside the file", async () => {
    const { open, folder } = await createStoreFixture();
    const store = await open();
    await store.exclusively("k", () => store.set("a", "b"));
    expect(await readdir(folder)).toEqual(["secrets.json"]);
  });
});

describe("a lock", () => {
  it("of a dead process is taken over", async () => {
    const shop = await createStoreFixture();
    const store = await shop.open();
    await foreignLock(shop, 11_000);
    await store.set("a", "b");
    expect(await store.get("a")).toBe("b");
  });

  it("that another process holds is logged after a second, and rejects after a minute", async () => {
    const shop = await createStoreFixture();
    const store = await shop.open();
    await foreignLock(shop, 0);
    let waiting = 1;
    const error = rejection(store.set("a", "b")).finally(() => waiting--);
    while (waiting > 0) await shop.clock.advance(1_000);
    expect(await error).toMatchObject({
      code: "SECRETS_LOCKED",
      details: { store: "file", seconds: 65 },
    });
    expect(await store.get("a")).toBeUndefined();
    expect(shop.warnings).toEqual(["The secret store waits for another process."]);
  });

  it("does not block reads", async () => {
    const shop = await createStoreFixture();
    const store = await shop.open();
    await store.set("a", "b");
    await foreignLock(shop, 0);
    expect(await store.get("a")).toBe("b");
  });
});
