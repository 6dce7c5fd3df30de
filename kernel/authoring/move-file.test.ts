// Moving a file while another program has one of the files open.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { discard, isInUse, moveFile } from "./move-file.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-move-"));

/** A rename that the system refuses with `code` for the first `refusals` times. */
function system(platform: NodeJS.Platform, code: string, refusals: number) {
  const seen = { calls: 0, pausedMs: 0 };
  const options = {
    platform,
    move: async () => {
      if (++seen.calls <= refusals) throw Object.assign(new Error("refused"), { code });
    },
    pause: async (ms: number) => void (seen.pausedMs += ms),
  };
  return { seen, options };
}

describe("on Windows", () => {
  it.each(["EPERM", "EACCES", "EBUSY"])("a file that is in use is tried again: %s", async (code) => {
    const { seen, options } = system("win32", code, 7);
    await moveFile("a", "b", options);
    expect(seen).toEqual({ calls: 8, pausedMs: 700 });
  });

  it("a file that stays in use is an error that says so, after about two seconds", async () => {
    const { seen, options } = system("win32", "EPERM", Infinity);
    await expect(moveFile("a", "C:\\b.json", options)).rejects.toMatchObject({
      code: "FILE_IN_USE",
      what: expect.stringContaining("C:\\b.json"),
      hint: expect.stringContaining("program"),
    });
    expect(seen).toEqual({ calls: 20, pausedMs: 1900 });
  });

  it("another error ends it at once", async () => {
    const { seen, options } = system("win32", "ENOSPC", Infinity);
    await expect(moveFile("a", "b", options)).rejects.toMatchObject({ code: "ENOSPC" });
    expect(seen.calls).toBe(1);
  });
});

it.each<NodeJS.Platform>(["linux", "darwin"])("on %s, a refusal ends it at once", async (platform) => {
  const { seen, options } = system(platform, "EACCES", Infinity);
  await expect(moveFile("a", "b", options)).rejects.toMatchObject({ code: "EACCES" });
  expect(seen.calls).toBe(1);
  expect(isInUse(Object.assign(new Error("refused"), { code: "EACCES" }), platform)).toBe(false);
});

it("replaces the file of that name", async () => {
  const [from, to] = [join(folder, "new"), join(folder, "old")];
  writeFileSync(from, "new");
  writeFileSync(to, "old");
  await moveFile(from, to);
  expect(readFileSync(to, "utf8")).toBe("new");
});

it("a file that is not there is discarded without an error", async () => {
  await expect(discard(join(folder, "gone"))).resolves.toBeUndefined();
});

it.skipIf(process.platform === "win32")(
  "a file that cannot be removed is discarded without an error",
  async () => {
    await expect(discard("/proc/self/status")).resolves.toBeUndefined();
  },
);
