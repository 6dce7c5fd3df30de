// Files are created completely or not at all, never over an existing file, and nothing is left behind.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFile } from "./create-file.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-create-"))));

async function* body(...chunks: readonly (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield await Promise.resolve(Buffer.from(chunk));
  }
}
const left = (): readonly string[] => readdirSync(folder, { recursive: true }).map(String).sort();

it("writes the whole body under the first name, in folders that it creates", async () => {
  const path = await createFile(join(folder, "a/b"), ["c/one.txt"], body("one ", "two"));
  expect([path, readFileSync(path, "utf8")]).toEqual([join(folder, "a/b/c/one.txt"), "one two"]);
  expect(left()).toEqual(["a", "a/b", "a/b/c", "a/b/c/one.txt"].map(normalize));
});

it("uses the next name if one is taken", async () => {
  writeFileSync(join(folder, "one.txt"), "mine");
  const path = await createFile(folder, ["one.txt", "one_2.txt"], body("new"));
  expect([path, readFileSync(join(folder, "one.txt"), "utf8")]).toEqual([join(folder, "one_2.txt"), "mine"]);
});

it("reads the body while the file is created, and ends the body when that fails", async () => {
  const ended: string[] = [];
  async function* watched() {
    try {
      yield await Promise.resolve(Buffer.from("never written"));
    } finally {
      ended.push("body");
    }
  }
  writeFileSync(join(folder, "file"), "");
  await expect(createFile(join(folder, "file"), ["a"], watched())).rejects.toMatchObject({
    code: "FILE_NOT_WRITABLE",
  });
  await expect.poll(() => ended).toEqual(["body"]);
});

it("leaves nothing when the body fails", async () => {
  await expect(createFile(folder, ["a"], body("half", new Error("cut")))).rejects.toThrow("cut");
  expect(left()).toEqual([]);
});

it("leaves nothing when it is aborted", async () => {
  const signal = AbortSignal.abort(new Error("stop"));
  await expect(createFile(folder, ["a"], body("half"), signal)).rejects.toThrow("stop");
  expect(left()).toEqual([]);
});

it("leaves nothing when it is aborted after the last byte", async () => {
  const controller = new AbortController();
  async function* whole() {
    yield await Promise.resolve(Buffer.from("whole"));
    controller.abort(new Error("stop"));
  }
  await expect(createFile(folder, ["a"], whole(), controller.signal)).rejects.toThrow("stop");
  expect(left()).toEqual([]);
});

it("reports a full disk", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  await expect(createFile(folder, ["a"], body("half", full))).rejects.toMatchObject({
    code: "FILE_DISK_FULL",
  });
  expect(left()).toEqual([]);
});

it.each(["../a", "/a", "a/../../b", "C:\\a"])("refuses the name %s", async (name) => {
  await expect(createFile(folder, [name], body("x"))).rejects.toMatchObject({ code: "FILE_ESCAPES" });
  expect(left()).toEqual([]);
});

it("refuses a link that leads out", async () => {
  mkdirSync(join(folder, "in"));
  symlinkSync(tmpdir(), join(folder, "in/out"));
  await expect(createFile(join(folder, "in"), ["out/a"], body("x"))).rejects.toMatchObject({
    code: "FILE_ESCAPES",
  });
});

it.skipIf(process.platform === "win32").each(["/dev/null/images", "/proc/images"])(
  "reports that %s cannot be written",
  async (directory) => {
    await expect(createFile(directory, ["a"], body("x"))).rejects.toMatchObject({
      code: "FILE_NOT_WRITABLE",
    });
  },
);

it("gives twenty writers of one name twenty files", async () => {
  const names = function* () {
    for (let count = 1; ; count++) yield `a_${count}`;
  };
  const paths = await Promise.all(Array.from({ length: 20 }, () => createFile(folder, names(), body("x"))));
  expect(new Set(paths).size).toBe(20);
});

describe("the contents reach the disk first", () => {
  /** The class of file handles, which Node does not export. */
  async function fileHandle(): Promise<FileHandle> {
    const handle = await open(folder, "r");
    await handle.close();
    return Object.getPrototypeOf(handle) as FileHandle;
  }
  afterEach(() => void vi.restoreAllMocks());

  it("a name is chosen meanwhile, and appears when they are there", async () => {
    const steps: string[] = [];
    let release = (): void => undefined;
    const reached = new Promise<void>((resolve) => (release = resolve));
    vi.spyOn(await fileHandle(), "sync").mockImplementation(() => reached);
    function* names(): Generator<string> {
      steps.push(`chosen beside ${left().length} file`);
      yield "a";
    }
    const created = createFile(folder, names(), body("x"));
    await expect.poll(() => steps).toEqual(["chosen beside 1 file"]);
    expect(left()).toEqual([expect.stringMatching(/^\.pictor-.*\.part$/)]);
    release();
    expect(await created).toBe(join(folder, "a"));
    expect(left()).toEqual(["a"]);
  });

  it.each([["a"], ["../a"]])(
    "nothing is left, and no other error appears, when that fails for %s",
    async (name) => {
      const failure = Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
      vi.spyOn(await fileHandle(), "sync").mockRejectedValue(failure);
      await expect(createFile(folder, [name], body("x"))).rejects.toThrow(name === "a" ? "EIO" : "leads out");
      expect(left()).toEqual([]);
    },
  );

  it("nothing appears when the call is aborted meanwhile", async () => {
    const controller = new AbortController();
    vi.spyOn(await fileHandle(), "sync").mockImplementation(() => {
      controller.abort(new Error("stop"));
      return Promise.resolve();
    });
    await expect(createFile(folder, ["a"], body("x"), controller.signal)).rejects.toThrow("stop");
    expect(left()).toEqual([]);
  });
});
