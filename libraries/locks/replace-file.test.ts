// The file that is replaced: its text, its owner and mode, and what stays when it cannot be replaced.

import { chmodSync, chownSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { replaceFile } from "./replace-file.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, "file.json");
});
const modeOf = (path: string): number => statSync(path).mode & 0o7777;

/** The methods of every open file. */
async function handles(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}
/** Makes a method of open files fail with a code of the system. */
async function refuse(method: "chown" | "chmod", code: string): Promise<void> {
  const refusal = Object.assign(new Error(code), { code });
  const spy = vi.spyOn(await handles(), method).mockRejectedValue(refusal);
  onTestFinished(() => spy.mockRestore());
}

it("has the new text, and nothing else is left", async () => {
  for (const text of ["new", "newer, and longer", ""]) {
    await replaceFile(file, text);
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual([text, ["file.json"]]);
  }
});

describe("under a lock", () => {
  it("the text is whole and on the disk before the lock is confirmed, and takes effect afterwards", async () => {
    const sync = vi.spyOn(await handles(), "sync");
    onTestFinished(() => sync.mockRestore());
    writeFileSync(file, "old");
    const confirm = (): Promise<void> => {
      const [part = "", ...others] = readdirSync(folder).filter((name) => name !== "file.json");
      expect([part, others]).toEqual([expect.stringMatching(/^file\.json\..*\.part$/), []]);
      expect([readFileSync(file, "utf8"), readFileSync(join(folder, part), "utf8")]).toEqual(["old", "new"]);
      expect(sync).toHaveBeenCalledOnce();
      return Promise.resolve();
    };
    await replaceFile(file, "new", { lock: { confirm } });
    expect(readFileSync(file, "utf8")).toBe("new");
    await replaceFile(file, "newer", { isFlushed: false });
    expect([readFileSync(file, "utf8"), sync.mock.calls.length]).toEqual(["newer", 1]);
  });

  it("that was lost, the file stays, and the reason is told", async () => {
    writeFileSync(file, "old");
    const lock = { confirm: () => Promise.reject(new Error("lost")) };
    await expect(replaceFile(file, "new", { lock })).rejects.toThrow("lost");
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["old", ["file.json"]]);
  });
});

it("in a folder that is not there is an error of the system", async () => {
  await expect(replaceFile(join(folder, "no/file"), "new")).rejects.toMatchObject({ code: "ENOENT" });
});

describe.skipIf(process.platform === "win32")("the mode", () => {
  it("of a new file is what the system gives, or what the caller wants, whatever the umask is", async () => {
    const usual = join(folder, "usual");
    writeFileSync(usual, "");
    await replaceFile(file, "new");
    expect(modeOf(file)).toBe(modeOf(usual));
    for (const mode of [0o600, 0o666]) {
      await replaceFile(file, "new", { mode });
      expect(modeOf(file)).toBe(mode);
    }
  });

  it("stays that of the file that is replaced, and so does its owner, as far as the system permits it", async () => {
    writeFileSync(file, "old");
    await replaceFile(file, "new", { mode: 0o646 });
    await replaceFile(file, "newer");
    expect(modeOf(file)).toBe(0o646);
    for (const code of ["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"]) {
      await refuse("chown", code);
      await refuse("chmod", code);
      await replaceFile(file, code);
      expect(readFileSync(file, "utf8")).toBe(code);
    }
  });

  it.each(["chown", "chmod"] as const)(
    "that cannot be kept for another reason is an error: %s",
    async (method) => {
      writeFileSync(file, "old");
      await refuse(method, "EIO");
      await expect(replaceFile(file, "new")).rejects.toMatchObject({ code: "EIO" });
      expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["old", ["file.json"]]);
    },
  );
});

it.skipIf(process.getuid?.() !== 0)("owner, group and mode stay, also if root writes it", async () => {
  writeFileSync(file, "old");
  chmodSync(file, 0o640);
  chownSync(file, 4321, 4322);
  await replaceFile(file, "new");
  const { uid, gid, mode } = statSync(file);
  expect([uid, gid, mode & 0o777]).toEqual([4321, 4322, 0o640]);
});
