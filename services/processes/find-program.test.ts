// Which file a program's name means, on each system.

import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { findProgram, lookAt, systemProgram, type Surroundings } from "./find-program.js";

const surroundings = (
  platform: NodeJS.Platform,
  env: Surroundings["env"],
  files: Readonly<Record<string, "program" | "file">>,
): Surroundings => {
  const cwd = platform === "win32" ? String.raw`C:\clone` : "/clone";
  const { resolve } = platform === "win32" ? win32 : posix;
  return { platform, env, cwd, look: (path) => files[resolve(cwd, path)] };
};

describe("on Linux and macOS", () => {
  const find = (file: string, path: string | undefined, files: readonly string[]) =>
    findProgram(
      file,
      surroundings(
        "linux",
        path === undefined ? {} : { PATH: path },
        Object.fromEntries(files.map((each) => [each, "program"])),
      ),
    );

  it.each<[string, string, string | undefined, readonly string[], string | undefined]>([
    ["the first folder of PATH that has it", "git", "/a:/b", ["/a/git", "/b/git"], "/a/git"],
    [
      "no relative folder, and not the current one",
      "git",
      ".::bin:/b",
      ["/clone/git", "/clone/bin/git"],
      undefined,
    ],
    ["the usual folders without PATH", "git", undefined, ["/usr/bin/git"], "/usr/bin/git"],
    ["nothing with an empty PATH", "git", "", ["/usr/bin/git", "/clone/git"], undefined],
    ["a path from the current folder", "./run", "/a", ["/clone/run"], "/clone/run"],
    ["an absolute path", "/x/run", "/a", ["/x/run"], "/x/run"],
    ["no ending", "git", "/a", ["/a/git.exe"], undefined],
  ])("%s", (_what, file, path, files, expected) => {
    expect(find(file, path, files)).toBe(expected);
  });

  it("a file that may not be run counts when there is no other", () => {
    const env = { PATH: "/a:/b" };
    expect(findProgram("run", surroundings("linux", env, { "/a/run": "file", "/b/run": "program" }))).toBe(
      "/b/run",
    );
    expect(findProgram("run", surroundings("linux", env, { "/a/run": "file" }))).toBe("/a/run");
  });
});

describe("on Windows", () => {
  const find = (file: string, env: Surroundings["env"], ...files: readonly string[]) =>
    findProgram(file, surroundings("win32", env, Object.fromEntries(files.map((each) => [each, "program"]))));
  const env = { Path: String.raw`.;"C:\Git\cmd";C:\Windows`, PATHEXT: ".COM;.EXE;.BAT" };

  it("the current folder is never searched", () => {
    expect(find("git", env, String.raw`C:\clone\git.BAT`, String.raw`C:\clone\git.EXE`)).toBeUndefined();
    expect(find("git", { PATH: "" }, String.raw`C:\clone\git.EXE`)).toBeUndefined();
    expect(find("git", {}, String.raw`C:\clone\git.EXE`)).toBeUndefined();
  });

  it("a name is completed by the endings of PATHEXT, folder by folder", () => {
    expect(find("git", env, String.raw`C:\Git\cmd\git.BAT`, String.raw`C:\Windows\git.EXE`)).toBe(
      String.raw`C:\Git\cmd\git.BAT`,
    );
    expect(find("npm", { path: String.raw`C:\node` }, String.raw`C:\node\npm.CMD`)).toBe(
      String.raw`C:\node\npm.CMD`,
    );
  });

  it("a name with an ending is taken as it is, and one without is no program", () => {
    expect(find("git.exe", env, String.raw`C:\Git\cmd\git.exe`)).toBe(String.raw`C:\Git\cmd\git.exe`);
    expect(find("git", env, String.raw`C:\Git\cmd\git`)).toBeUndefined();
  });

  it("a path is completed too", () => {
    expect(find(String.raw`C:\venv\Scripts\python`, env, String.raw`C:\venv\Scripts\python.EXE`)).toBe(
      String.raw`C:\venv\Scripts\python.EXE`,
    );
    expect(find("tools/run", env, String.raw`C:\clone\tools\run.BAT`)).toBe(
      String.raw`C:\clone\tools\run.BAT`,
    );
  });

  it("programs of the system have their path", () => {
    expect(systemProgram("taskkill.exe", { SystemRoot: String.raw`D:\Win` })).toBe(
      String.raw`D:\Win\System32\taskkill.exe`,
    );
    expect(systemProgram("taskkill.exe", {})).toBe(String.raw`C:\Windows\System32\taskkill.exe`);
  });
});

describe.skipIf(process.platform === "win32")("a file on the disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-programs-"));

  it("is a program if it may be run", () => {
    const path = join(folder, "run");
    writeFileSync(path, "");
    chmodSync(path, 0o644);
    expect([lookAt(path), lookAt(folder), lookAt(join(folder, "none"))]).toEqual([
      "file",
      undefined,
      undefined,
    ]);
    chmodSync(path, 0o755);
    expect(lookAt(path)).toBe("program");
  });
});
