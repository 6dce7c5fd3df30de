// Tests of the store: contents, permissions, and refused files.

import { mkdir, readdir, readFile, stat, symlink, writeFile, chmod, chown, utimes } from "node:fs/promises";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { rejection, createStoreFixture } from "./testing/test-store.js";

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);
const unavailable = (reason: RegExp) => ({
  code: "SECRETS_UNAVAILABLE",
  details: { store: "file", reason: expect.stringMatching(reason) },
});

const sealedExample = JSON.stringify({
  version: 1,
  sealed: { salt: "c2FsdA==", nonce: "bm9uY2Vub25jZTEy", tag: "dGFndGFndGFndGFndGFndA==", data: "ZGF0YQ==" },
});

describe("secrets", () => {
  it("are replaced, deleted, listed, and undefined if missing", async () => {
    const store = await (await createStoreFixture()).open();
    await store.set("a", "one");
    await store.set("a", "two");
    await store.set("b", "");
    await store.delete("c");
    const values = [await store.get("a"), await store.get("b"), await store.get("c")];
    expect(values).toEqual(["two", "", undefined]);
    await store.delete("a");
    expect(await store.keys()).toEqual(["b"]);
  });

  it.each(["__proto__", "constructor", "", "ключ 🔑", 'a"b\\c\n'])("may have the key %j", async (key) => {
    const { open } = await createStoreFixture();
    await (await open()).set(key, "value \u2028 🔑");
    const store = await open();
    expect([await store.keys(), await store.get(key)]).toEqual([[key], "value \u2028 🔑"]);
  });

  it("of another process are seen at once, after each write", async () => {
    const { open } = await createStoreFixture();
    const [mine, theirs] = [await open(), await open()];
    for (let round = 0; round < 30; round++) {
      await theirs.set("a", String(round % 10));
      expect(await mine.get("a")).toBe(String(round % 10));
    }
  });

  it("are not read again if the file is unchanged", async () => {
    const { open, path } = await createStoreFixture();
    await (await open()).set("a", "one");
    const longAgo = new Date(Date.now() - 10_000);
    await utimes(path, longAgo, longAgo);
    const store = await open();
    // The same size, time and inode: only a read would show the change.
    await writeFile(path, (await readFile(path, "utf8")).replace("one", "two"));
    await utimes(path, longAgo, longAgo);
    expect(await store.get("a")).toBe("one");
  });

  it("are read again if the file is so new that its next version could have the same time", async () => {
    const { open, path } = await createStoreFixture();
    const store = await open();
    await store.set("a", "one");
    const soon = new Date(Date.now() + 60_000);
    await utimes(path, soon, soon);
    expect(await store.get("a")).toBe("one");
    await writeFile(path, (await readFile(path, "utf8")).replace("one", "two"));
    await utimes(path, soon, soon);
    expect(await store.get("a")).toBe("two");
  });
});

describe.skipIf(process.platform === "win32")("who may read", () => {
  it("is the owner: folder 0700, file 0600, whatever the process's mask allows", async () => {
    const { open, folder } = await createStoreFixture();
    const path = `${folder}/new/deep/secrets.json`;
    const before = process.umask(0);
    try {
      await (await open({ path })).set("a", "b");
    } finally {
      process.umask(before);
    }
    expect([await modeOf(`${folder}/new/deep`), await modeOf(path)]).toEqual(["700", "600"]);
  });

  it("is restricted if a mode is wider, with a warning", async () => {
    const { open, folder, path, warnings } = await createStoreFixture();
    await (await open()).set("a", "b");
    await chmod(folder, 0o755);
    await chmod(path, 0o644);
    expect(await (await open()).get("a")).toBe("b");
    expect([await modeOf(folder), await modeOf(path)]).toEqual(["700", "600"]);
    expect(warnings).toEqual([
      `Others had access to ${folder} (mode 0755); it has mode 0700 now.`,
      `Others had access to ${path} (mode 0644); it has mode 0600 now.`,
    ]);
  });

  it("does not change the mode of a folder of the user", async () => {
    const { open, folder, warnings } = await createStoreFixture();
    await chmod(folder, 0o755);
    await (await open({ hasOwnFolder: false })).set("a", "b");
    expect([await modeOf(folder), warnings]).toEqual(["755", []]);
  });

  it("is refused in such a folder if others may write there", async () => {
    const { open, folder } = await createStoreFixture();
    await chmod(folder, 0o775);
    expect(await rejection(open({ hasOwnFolder: false }))).toMatchObject(unavailable(/others may write/));
    expect(await modeOf(folder)).toBe("775");
  });

  it("is not checked on systems without modes", async () => {
    const { open, folder } = await createStoreFixture();
    await chmod(folder, 0o777);
    const store = await open({ uid: undefined });
    expect([store.description, await modeOf(folder)]).toEqual([
      `the file ${folder}/secrets.json (the permissions of its folder protect it; not encrypted)`,
      "777",
    ]);
  });
});

describe("refused without a change:", () => {
  const secret = "s3cr3t-content";

  it.each([
    ["half of a file", `{"version":1,"secrets":{"a":"${secret}`, /is damaged/],
    ["JSON without a version", `{"secrets":{"a":"${secret}"}}`, /is damaged/],
    ["a secret that is not text", `{"version":1,"secrets":{"a":{"b":"${secret}"}}}`, /is damaged/],
    ["a newer version", `{"version":2,"secrets":{"a":"${secret}"}}`, /by a newer version/],
    ["an encrypted file without a passphrase", sealedExample, /encrypted, and no passphrase/],
  ])("%s", async (_situation, text, reason) => {
    const { open, path } = await createStoreFixture();
    const earlier = await open();
    await writeFile(path, text, { mode: 0o600 });
    const error = await rejection(open());
    expect(error).toMatchObject(unavailable(reason));
    expect(inspect(error, { depth: 9 })).not.toContain("s3cr3t");
    expect(await rejection(earlier.set("b", "c"))).toMatchObject(unavailable(reason));
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("a symbolic link", async () => {
    const { open, path, folder } = await createStoreFixture();
    await writeFile(`${folder}/elsewhere`, '{"version":1,"secrets":{}}', { mode: 0o600 });
    await symlink(`${folder}/elsewhere`, path);
    expect(await rejection(open())).toMatchObject(unavailable(/is a symbolic link/));
  });

  it("a symbolic link to nowhere, which a write would follow", async () => {
    const { open, path, folder } = await createStoreFixture();
    const store = await open();
    await symlink(`${folder}/elsewhere`, path);
    expect(await rejection(store.set("a", "b"))).toMatchObject(unavailable(/is a symbolic link/));
    expect(await readdir(folder)).toEqual(["secrets.json"]);
  });

  it("a folder in place of the file", async () => {
    const { open, path } = await createStoreFixture();
    await mkdir(path);
    expect(await rejection(open())).toMatchObject(unavailable(/is not a file/));
  });

  it("a folder of another user", async () => {
    const { open, folder } = await createStoreFixture();
    const { uid } = await stat(folder);
    expect(await rejection(open({ uid: uid + 1 }))).toMatchObject(unavailable(/folder .* belongs to/));
  });

  it.skipIf(process.getuid?.() !== 0)("a file of another user", async () => {
    const { open, path } = await createStoreFixture();
    await writeFile(path, '{"version":1,"secrets":{}}', { mode: 0o600 });
    await chown(path, 12_345, 12_345);
    expect(await rejection(open())).toMatchObject(unavailable(/secrets.json belongs to somebody else/));
  });

  it("a folder that cannot be created", async () => {
    const { open, path } = await createStoreFixture();
    await writeFile(path, "");
    expect(await rejection(open({ path: `${path}/secrets.json` }))).toMatchObject(unavailable(/E\w+/));
  });
});

describe("after a crash during a write", () => {
  it("the old file is used, and the next write removes the incomplete one", async () => {
    const { open, path, folder } = await createStoreFixture();
    await (await open()).set("a", "old");
    await writeFile(`${path}.2718281828.part`, '{"version":1,"secrets":{"a":"ne', { mode: 0o600 });
    await writeFile(`${path}.bak`, "of the person");
    const store = await open();
    expect(await store.get("a")).toBe("old");
    await store.set("b", "c");
    expect((await readdir(folder)).sort()).toEqual(["secrets.json", "secrets.json.bak"]);
  });

  it("a write that fails keeps the old file", async () => {
    const { open, path } = await createStoreFixture();
    const store = await open();
    await store.set("a", "old");
    await mkdir(`${path}.1.part`); // what cannot be removed as a file
    expect(await rejection(store.set("a", "new"))).toMatchObject(unavailable(/./));
    expect(await (await open()).get("a")).toBe("old");
  });
});
