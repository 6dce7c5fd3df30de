// Tests of the store: file, keyring, and a key that does not match the file.

import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { takeForeignLock, wallClock } from "@pictor/locks/testing";
import { describe, expect, it } from "vitest";
import { createStoreFixture } from "./testing/fake-keyring.js";

const unavailable = (reason: RegExp) => ({
  code: "SECRETS_UNAVAILABLE",
  details: { store: "keyring", reason: expect.stringMatching(reason) },
});

describe("secrets", () => {
  it("are kept for the next process, under one key in the keyring", async () => {
    const { open, path, keyring } = await createStoreFixture();
    await (await open()).set("plain-key", "plain-value");
    await (await open()).set("another", "value");
    expect(keyring.calls.filter((call) => call === "write")).toEqual(["write"]);
    expect([...keyring.entries.keys()]).toEqual(["pictor/data key"]);
    expect(Buffer.from(keyring.entries.get("pictor/data key") ?? "", "base64")).toHaveLength(32);
    expect(await readFile(path, "utf8")).not.toMatch(/plain/);
    expect(await (await open()).get("plain-key")).toBe("plain-value");
  });

  it("are replaced, deleted, listed, and undefined if missing", async () => {
    const store = await (await createStoreFixture()).open();
    expect([await store.get("a"), await store.keys()]).toEqual([undefined, []]);
    await store.set("a", "one");
    await store.set("a", "two");
    await store.set("__proto__", "three");
    await store.delete("c");
    expect([await store.get("a"), await store.keys()]).toEqual(["two", ["a", "__proto__"]]);
    await store.delete("a");
    expect(await store.keys()).toEqual(["__proto__"]);
  });

  it("of another process are seen, and none is lost", async () => {
    const { open } = await createStoreFixture();
    const stores = [await open(wallClock), await open(wallClock)];
    await Promise.all(Array.from({ length: 10 }, (_, index) => stores[index % 2]!.set(`k${index}`, "v")));
    expect(await stores[0]!.keys()).toHaveLength(10);
    expect(await stores[1]!.keys()).toHaveLength(10);
  });

  it("have a new nonce for each write", async () => {
    const { open, path } = await createStoreFixture();
    const store = await open();
    const nonce = async () => {
      const { sealed } = JSON.parse(await readFile(path, "utf8")) as { readonly sealed: string };
      return Buffer.from(sealed, "base64").subarray(0, 12).toString("hex");
    };
    await store.set("a", "b");
    const first = await nonce();
    await store.set("a", "b");
    expect(await nonce()).not.toBe(first);
  });

  it("are described with their location", async () => {
    const { open, path } = await createStoreFixture();
    expect((await open()).description).toBe(
      `the file ${path} (encrypted; its key is in the keyring of the operating system)`,
    );
  });

  it.skipIf(process.platform === "win32")("can be read by their owner only", async () => {
    const { open, path } = await createStoreFixture();
    await (await open()).set("a", "b");
    const modes = [await stat(dirname(path)), await stat(path)].map(({ mode }) => (mode & 0o777).toString(8));
    expect(modes).toEqual(["700", "600"]);
    expect(await readdir(dirname(path))).toEqual(["secrets.keyring.json"]);
  });
});

describe("refused without a change:", () => {
  it("a file whose key the keyring no longer has", async () => {
    const { open, path, keyring } = await createStoreFixture();
    await (await open()).set("a", "b");
    const text = await readFile(path, "utf8");
    keyring.entries.clear();
    await expect(open()).rejects.toMatchObject(unavailable(/has no key for/));
    expect([await readFile(path, "utf8"), keyring.entries.size]).toEqual([text, 0]);
  });

  it("a file under another key", async () => {
    const { open, keyring } = await createStoreFixture();
    await (await open()).set("a", "b");
    keyring.entries.set("pictor/data key", Buffer.alloc(32, 7).toString("base64"));
    await expect(open()).rejects.toMatchObject(unavailable(/does not match/));
  });

  it.each(["", "{}", '{"version":1,"sealed":"AAAA"}', '{"version":2,"sealed":""}'])(
    "a damaged file: %j",
    async (text) => {
      const { open, path } = await createStoreFixture();
      const store = await open();
      await store.set("a", "b");
      await writeFile(path, text);
      await expect(store.set("a", "c")).rejects.toMatchObject(unavailable(/does not match|is damaged/));
      expect(await readFile(path, "utf8")).toBe(text);
    },
  );

  it("every write, if the keyring is locked before its key was read", async () => {
    const { open, keyring } = await createStoreFixture();
    const store = await open();
    keyring.fault = "locked";
    await expect(store.set("a", "b")).rejects.toMatchObject(unavailable(/locked/));
  });
});

it("exclusive work whose lock was lost writes nothing", async () => {
  const { open, path } = await createStoreFixture();
  const store = await open();
  await store.set("a", "b");
  const before = await readFile(path, "utf8");
  const work = store.exclusively("k", async (lock) => {
    const held = (await readdir(dirname(path))).find((found) => found.endsWith(".lock")) ?? "";
    await store.exclusively("other", () => Promise.resolve());
    await takeForeignLock(join(dirname(path), held));
    await lock?.confirm();
    await store.set("a", "c");
  });
  await expect(work).rejects.toMatchObject(unavailable(/because this process was suspended/));
  expect(await readFile(path, "utf8")).toBe(before);
});
