// Tests of untrusted tar archives: valid ones are unpacked, malicious ones are refused and write nothing.

import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ArchiveProblem, archiveLimits, type ArchiveLimits } from "./archive-limits.js";
import { extractTar } from "./extract-tar.js";
import { archiveFolder } from "./testing/archive-folder.js";
import { tar, type TarEntry } from "./testing/tar-files.js";

async function unpacked(content: Buffer | readonly TarEntry[], limits?: Partial<ArchiveLimits>) {
  const place = archiveFolder(Buffer.isBuffer(content) ? content : tar(content));
  const result = await extractTar(place.archive, place.folder, { ...archiveLimits, ...limits }).then(
    (paths) => ({ paths, error: undefined }),
    (error: unknown) => ({ paths: undefined, error: error as Error }),
  );
  return { ...place, ...result };
}

/** On Windows a file has no modes for others. */
const forbiddenModes = process.platform === "win32" ? 0o7000 : 0o7022;

const deep = `${"folder/".repeat(25)}file.js`;
const pax = (record: string): string => {
  const rest = ` ${record}\n`;
  const length = Buffer.byteLength(rest) + 2;
  return `${length + (length > 99 ? 1 : 0)}${rest}`;
};
it.each([true, false])(
  "a valid archive is unpacked with its folders, long names and executable files (gzip: %s)",
  async (isZipped) => {
    const content = tar(
      [
        { name: "./" },
        {
          name: "pax_global_header",
          type: "g",
          data: "52 comment=0123456789012345678901234567890123456789\n",
        },
        { name: "./plugin.json", data: "one" },
        { name: "sub/" },
        { name: "sub/größe.js", data: "two", mode: 0o100755 },
        { name: "x", type: "x", data: pax(`path=${deep}`) },
        { name: "short", data: "three" },
        { name: "././@LongLink", type: "L", data: `${"long/".repeat(25)}b\0` },
        { name: "short", data: "four" },
        { name: "set-user-id", mode: 0o4777 },
      ],
      isZipped,
    );
    const { paths, error, folder } = await unpacked(content);
    expect(error).toBeUndefined();
    expect(paths).toEqual(["plugin.json", "sub/größe.js", deep, `${"long/".repeat(25)}b`, "set-user-id"]);
    expect(await readFile(join(folder, deep), "utf8")).toBe("three");
    if (process.platform !== "win32")
      expect((await lstat(join(folder, "sub/größe.js"))).mode & 0o100).toBe(0o100);
    expect((await lstat(join(folder, "set-user-id"))).mode & forbiddenModes).toBe(0);
  },
);

it.each<readonly [string, TarEntry | readonly TarEntry[], string]>([
  ["leads to a parent folder", { name: "../evil.js" }, "leads out"],
  ["leads to a parent folder in the middle", { name: "./a/../../evil.js" }, "leads out"],
  ["is absolute", { name: "/etc/evil" }, "absolute"],
  ["is absolute behind a dot", { name: ".//etc/evil" }, "absolute"],
  ["leads out in a long name", [{ name: "l", type: "L", data: "../evil\0" }, { name: "a" }], "leads out"],
  [
    "leads out in a pax header",
    [{ name: "p", type: "x", data: "16 path=../evil\n" }, { name: "a" }],
    "leads out",
  ],
  ["has a drive", { name: "C:\\evil.js" }, "backslash"],
  ["is a repository", { name: ".git/config" }, "repository"],
  ["is a link", { name: "data", type: "2", link: "/etc" }, "symbolic link"],
  ["is a hard link", { name: "data", type: "1", link: "first.js" }, "link to another"],
  ["is a device", { name: "null", type: "3" }, "neither a file nor a folder"],
  ["is a pipe", { name: "pipe", type: "6" }, "neither a file nor a folder"],
  ["has an unknown type", { name: "sparse", type: "S" }, "neither a file nor a folder"],
  ["is there twice", [{ name: "a.js" }, { name: "A.js" }], "same name"],
  ["is a folder and a file", [{ name: "a/b" }, { name: "a" }], "same name"],
])("an archive is refused before any file is written if an entry %s", async (_name, entries, words) => {
  const list = Array.isArray(entries) ? (entries as readonly TarEntry[]) : [entries as TarEntry];
  const { error, root, folder } = await unpacked([{ name: "first.js", data: "1" }, ...list]);
  expect(error).toBeInstanceOf(ArchiveProblem);
  expect(error?.message).toContain(words);
  expect(await readdir(folder)).toEqual([]);
  expect((await readdir(root)).sort()).toEqual(["archive", "inside"]);
});

describe("an archive is refused that", () => {
  it("expands too far", async () => {
    const bomb = [{ name: "bomb", data: Buffer.alloc(20 * 1024 ** 2) }];
    const { error, folder } = await unpacked(bomb, { freeBytes: 1024 ** 2, maxEntries: 10 });
    expect(error?.message).toMatch(/^it becomes larger than \d MiB$/);
    expect(await readdir(folder)).toEqual([]);
  });
  it("holds too many entries", async () => {
    const entries = Array.from({ length: 11 }, (_, index) => ({ name: String(index) }));
    expect((await unpacked(entries, { maxEntries: 10 })).error?.message).toContain("it holds 11 entries");
  });
  it.each<readonly [string, Buffer]>([
    ["is empty", Buffer.alloc(0)],
    ["is a web page", Buffer.from("<!doctype html><p>Sign in")],
    ["was cut off", tar([{ name: "a", data: "x".repeat(1000) }]).subarray(0, 60)],
    ["was cut off without gzip", tar([{ name: "a", data: "x".repeat(1000) }], false).subarray(0, 1024)],
    ["has no end", tar([{ name: "a" }], false).subarray(0, 512)],
    ["is damaged", tar([{ name: "a", checksum: 1 }])],
    ["states a larger size", tar([{ name: "a", data: "x", size: 100_000 }])],
    ["has an invalid pax header", tar([{ name: "a", type: "x", data: "99 path=b\n" }])],
    ["has a name that is no UTF-8", Buffer.from(tar([{ name: "\u00ff", checksum: 0 }], false))],
  ])("%s", async (_name, content) => {
    expect((await unpacked(content)).error).toBeInstanceOf(ArchiveProblem);
  });
});
