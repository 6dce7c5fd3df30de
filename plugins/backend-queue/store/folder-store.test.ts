// The store in a folder: contents by their digest, once, and deleted when they were not used for long.

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import { digestOf } from "@pictor/kernel/plugin";
import { beforeEach, expect, it } from "vitest";
import { openFolderStore } from "./folder-store.js";
import { bytesOf, digestIn, type ContentStore } from "./store.js";

const hour = 3_600_000;
const contents = Buffer.from("an image");
let folder: string;
let clock: ReturnType<typeof createFakeClock>;
let store: ContentStore;
beforeEach(() => {
  folder = createTestFolder();
  clock = createFakeClock();
  store = openFolderStore({ name: "farm", folder: join(folder, "store"), clock, keepMs: 10 * hour });
});

it("stores contents once, and finds them by an address", async () => {
  const digest = await store.put([contents]);
  expect(digest).toBe(digestOf(contents));
  expect(await store.put([contents])).toBe(digest);
  expect(digestIn(store.addressOf(digest))).toBe(digest);
  expect(await bytesOf(store.get(digest))).toEqual(contents);
  expect(readdirSync(join(folder, "store", "partial"))).toEqual([]);
});

it("leaves nothing behind when the contents cannot be read", async () => {
  const broken = (async function* () {
    yield contents;
    await Promise.resolve();
    throw new Error("the server has gone");
  })();
  await expect(store.put(broken)).rejects.toThrow("the server has gone");
  expect(readdirSync(join(folder, "store", "partial"))).toEqual([]);
});

it("says that contents are gone, or are others", async () => {
  await expect(bytesOf(store.get("0".repeat(64)))).rejects.toMatchObject({ code: "BACKEND_FILE_GONE" });
  const digest = await store.put([contents]);
  writeFileSync(store.addressOf(digest), "changed");
  await expect(bytesOf(store.get(digest))).rejects.toMatchObject({ code: "BACKEND_FILE_CHANGED" });
});

it("says that the folder cannot be used", async () => {
  writeFileSync(join(folder, "file"), "");
  const bad = openFolderStore({ name: "farm", folder: join(folder, "file"), clock, keepMs: hour });
  await expect(bad.put([contents])).rejects.toMatchObject({ base: "BACKEND_UNREACHABLE" });
});

it("deletes what was not used for the time, and keeps what was", async () => {
  const old = await store.put([Buffer.from("old")]);
  const used = await store.put([contents]);
  await clock.advance(9 * hour);
  await store.put([contents]);
  await clock.advance(2 * hour);
  await store.sweep();
  await expect(bytesOf(store.get(old))).rejects.toMatchObject({ code: "BACKEND_FILE_GONE" });
  expect(await bytesOf(store.get(used))).toEqual(contents);
});

it("reads no file outside of the store", async () => {
  writeFileSync(join(folder, "secret"), "a secret");
  await expect(bytesOf(store.get("../secret"))).rejects.toMatchObject({ code: "BACKEND_FILE_GONE" });
  await expect(bytesOf(store.get("../../../../dev/zero"))).rejects.toMatchObject({
    code: "BACKEND_FILE_GONE",
  });
});
