// The lock of a file between processes: what happens when another process takes it over.

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { placeForeignLock, takeForeignLock } from "@pictor/locks/testing";
import { beforeEach, expect, it } from "vitest";
import { withFileLock } from "./with-file-lock.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, "new/pictor.json");
});

it("changes happen one after the other, and give their results", async () => {
  const order: string[] = [];
  const change = (name: string) =>
    withFileLock(file, async ({ replace }) => {
      order.push(`${name} begins`);
      await replace(file, name);
      order.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all([change("a"), change("b")])).toEqual(["a", "b"]);
  expect(order.map((step) => step.slice(2))).toEqual(["begins", "ends", "begins", "ends"]);
  expect(existsSync(`${file}.lock`)).toBe(false);
});

it("a change whose lock was taken over is rejected before it writes, and leaves the other's lock", async () => {
  const change = withFileLock(file, async ({ replace }) => {
    await takeForeignLock(`${file}.lock`);
    await replace(file, "mine");
  });
  await expect(change).rejects.toMatchObject({
    code: "FILE_NOT_WRITABLE",
    details: {
      path: file,
      reason: expect.stringContaining("process 4711 on another has taken over the lock") as string,
    },
  });
  expect(readdirSync(join(folder, "new"))).toEqual(["pictor.json.lock"]);
});

it("the lock of a dead process stops nobody", async () => {
  await placeForeignLock(`${file}.lock`, "dead");
  await withFileLock(file, ({ replace }) => replace(file, "mine"));
  expect(readFileSync(file, "utf8")).toBe("mine");
});

it.skipIf(process.platform === "win32")("a link to a file stays, and the file is replaced", async () => {
  const real = join(folder, "real.json");
  const link = join(folder, "link.json");
  writeFileSync(real, "before");
  symlinkSync(real, link);
  await withFileLock(link, ({ replace }) => replace(link, "after"));
  expect(readFileSync(real, "utf8")).toBe("after");
});

it.skipIf(process.platform === "win32")("a link to a file has the lock of the file", async () => {
  const real = join(folder, "real.json");
  const link = join(folder, "new/link.json");
  mkdirSync(join(folder, "new"));
  writeFileSync(real, "before");
  symlinkSync(real, link);
  await withFileLock(link, async () => {
    expect(existsSync(`${real}.lock`)).toBe(true);
    expect(existsSync(`${link}.lock`)).toBe(false);
    await Promise.resolve();
  });
});

it("errors of the work stay as they are", async () => {
  await expect(withFileLock(file, () => Promise.reject(new Error("its own")))).rejects.toThrow("its own");
});

it("a folder that cannot be made is named", async () => {
  writeFileSync(join(folder, "new"), "");
  await expect(withFileLock(file, () => Promise.resolve())).rejects.toMatchObject({
    code: "FILE_NOT_WRITABLE",
  });
});
