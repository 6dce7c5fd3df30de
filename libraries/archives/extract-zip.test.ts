// Tests of untrusted archives: valid ones are unpacked, malicious ones are refused and write nothing outside.

import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ArchiveProblem, archiveLimits, type ArchiveLimits } from "./archive-limits.js";
import { extractZip } from "./extract-zip.js";
import { archiveFolder } from "./testing/archive-folder.js";
import { zip, type ZipEntry } from "./testing/zip-files.js";

async function unpacked(content: Buffer | readonly ZipEntry[], limits?: Partial<ArchiveLimits>) {
  const { root, folder, archive } = archiveFolder(Buffer.isBuffer(content) ? content : zip(content));
  const result = extractZip(archive, folder, { ...archiveLimits, ...limits }).then(
    (paths) => ({ paths }),
    (error: unknown) => ({ error: error as Error }),
  );
  return {
    folder,
    root,
    ...((await result) as { readonly paths?: readonly string[]; readonly error?: Error }),
  };
}

/** On Windows a file has no modes for others. */
const forbiddenModes = process.platform === "win32" ? 0o7000 : 0o7022;

describe("a valid archive", () => {
  it("is unpacked with its folders, names in all scripts, and executable files", async () => {
    const { paths, folder } = await unpacked([
      { name: "__init__.py", data: "one" },
      { name: "js/", data: "" },
      { name: "js/größe 图.js", data: "two", isStored: true },
      { name: "run.sh", data: "three", mode: 0o100755 },
      { name: ".github/workflow.yml", data: "four" },
      { name: "made-on-windows.txt", data: "five", mode: 0 },
      { name: "set-user-id", data: "six", mode: 0o104777 },
    ]);
    expect(paths).toHaveLength(6);
    expect(await readFile(join(folder, "js/größe 图.js"), "utf8")).toBe("two");
    if (process.platform !== "win32") expect((await lstat(join(folder, "run.sh"))).mode & 0o100).toBe(0o100);
    expect((await lstat(join(folder, "set-user-id"))).mode & forbiddenModes).toBe(0);
  });

  it("may be empty", async () => {
    expect((await unpacked([])).paths).toEqual([]);
  });
});

const evil: readonly (readonly [string, ZipEntry | readonly ZipEntry[], string])[] = [
  ["leads to a parent folder", { name: "../evil.py" }, "leads out"],
  ["leads to a parent folder in the middle", { name: "a/../../evil.py" }, "leads out"],
  ["leads to a parent folder with dots that Windows drops", { name: "a/.. /evil.py" }, "leads out"],
  ["is absolute", { name: "/etc/evil" }, "absolute"],
  ["has a drive", { name: "C:evil.py" }, "absolute"],
  ["has a drive with a backslash", { name: "C:\\evil.py" }, "backslash"],
  ["leads to a parent folder by backslashes", { name: "..\\evil.py" }, "backslash"],
  ["holds a NUL", { name: "evil.py\0.txt" }, "control character"],
  ["holds a line feed", { name: "evil\n.py" }, "control character"],
  ["has no name", { name: "" }, "no name"],
  ["is only a slash", { name: "/" }, "no name"],
  ["has an empty part", { name: "a//b" }, "empty part"],
  ["has a part that is a dot", { name: "./b" }, "empty part"],
  ["is a stream of Windows", { name: "a.py:evil" }, "colon"],
  ["is a device of Windows", { name: "js/aux.js" }, "device"],
  ["is a device of Windows with a blank", { name: "js/aux .js" }, "device"],
  ["is the console of Windows", { name: "js/CONOUT$" }, "device"],
  ["ends with a dot", { name: "evil.py." }, "dot or a space"],
  ["is a repository", { name: ".git/config" }, "repository"],
  ["is a repository in capitals", { name: "sub/.GIT/hooks/post-checkout" }, "repository"],
  ["is a repository by its short name", { name: "git~1/config" }, "repository"],
  ["is a repository with an invisible character", { name: ".g\u200cit/config" }, "repository"],
  ["is a link", { name: "data", data: "/etc", mode: 0o120777 }, "symbolic link"],
  ["is a device", { name: "null", mode: 0o020666 }, "neither a file nor a folder"],
  ["is a pipe", { name: "pipe", mode: 0o010644 }, "neither a file nor a folder"],
  ["is encrypted", { name: "a", data: "x", flags: 0x801 }, "encrypted"],
  ["is there twice", [{ name: "a.py" }, { name: "a.py" }], "same name"],
  ["differs in capitals only", [{ name: "a.py" }, { name: "A.py" }], "same name"],
  ["differs in the capitals of a folder", [{ name: "js/a" }, { name: "JS/b" }], "same name"],
  ["differs in how an accent is written", [{ name: "\u00e9" }, { name: "e\u0301" }], "same name"],
  ["is a file that holds another", [{ name: "a" }, { name: "a/b" }], "same name"],
  ["is a folder and a file", [{ name: "a/b" }, { name: "a" }], "same name"],
  ["lies too deep", { name: `${"a/".repeat(40)}b` }, "too deep"],
  ["has a name that is too long", { name: "a".repeat(2000) }, "too long"],
];

it.each(evil)(
  "an archive is refused before any file is written if an entry %s",
  async (_name, entries, words) => {
    const list = Array.isArray(entries) ? (entries as readonly ZipEntry[]) : [entries as ZipEntry];
    const { error, root, folder } = await unpacked([{ name: "first.py", data: "1" }, ...list]);
    expect(error).toBeInstanceOf(ArchiveProblem);
    expect(error?.message).toContain(words);
    expect(await readdir(folder)).toEqual([]);
    expect((await readdir(root)).sort()).toEqual(["archive", "inside"]);
  },
);

describe("an archive is refused that", () => {
  const large = Buffer.alloc(4 * 1024 ** 2);

  it("expands too far", async () => {
    const { error, folder } = await unpacked([{ name: "bomb", data: large }], { freeBytes: 1024 ** 2 });
    expect(error?.message).toMatch(/^it becomes larger than \d MiB$/);
    expect(await readdir(folder)).toEqual([]);
  });

  it("expands beyond its stated size", async () => {
    const { error } = await unpacked([{ name: "bomb", data: large, size: 10 }]);
    expect(error).toBeInstanceOf(ArchiveProblem);
  });

  it("exceeds the maximum size", async () => {
    const entries = [1, 2, 3].map((index) => ({
      name: String(index),
      data: Buffer.alloc(1000),
      isStored: true,
    }));
    const { error } = await unpacked(entries, { maxBytes: 2999 });
    expect(error).toBeInstanceOf(ArchiveProblem);
  });

  it("holds too many entries", async () => {
    const entries = Array.from({ length: 11 }, (_, index) => ({ name: String(index) }));
    const { error } = await unpacked(entries, { maxEntries: 10 });
    expect(error?.message).toContain("it holds 11 entries");
  });

  it.each<readonly [string, Buffer]>([
    ["is empty", Buffer.alloc(0)],
    ["is a web page", Buffer.from("<!doctype html><p>Sign in")],
    ["was cut off", zip([{ name: "a", data: "x".repeat(1000) }]).subarray(0, 100)],
    ["is damaged", zip([{ name: "a", data: "x", isStored: true, crc: 1 }])],
  ])("%s", async (_name, content) => {
    expect((await unpacked(content)).error).toBeInstanceOf(ArchiveProblem);
  });

  it("overwrites no existing file", async () => {
    const { folder, root } = await unpacked([]);
    await writeFile(join(folder, "a.py"), "mine");
    await writeFile(join(root, "other.zip"), zip([{ name: "a.py", data: "theirs" }]));
    await expect(extractZip(join(root, "other.zip"), folder)).rejects.toThrow();
    expect(await readFile(join(folder, "a.py"), "utf8")).toBe("mine");
  });
});
