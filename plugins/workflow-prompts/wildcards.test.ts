// Wildcard files: which names are found, and which are errors.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { createReadWildcard, resolveWildcardFolder } from "./wildcards.js";

const root = mkdtempSync(join(tmpdir(), "pictor-wildcards-"));
const folder = join(root, "wildcards");
const write = (name: string, contents: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), contents);
};
write("colors.txt", "\uFEFFred\r\n# not one\n\n  dark blue  \rgreen");
write("colors/warm.txt", "orange");
write("hats.txt", "20::hat\n0.1 :: turban\n1.2.3:: no weight");
write("my cards/a b.txt", "x");
write("cafe\u0301.txt", "espresso");
write("weightless.txt", "0::a\n0::b");
write("empty.txt", "# nothing\n\n");
write("latin.txt", Buffer.from("h\xe9", "latin1"));
write("large.txt", "x".repeat(4 * 1024 * 1024 + 1));
write("folder.txt/in.txt", "x");
writeFileSync(join(root, "outside.txt"), "a secret");

describe("a name stands for", () => {
  it("the lines of its file, without outer spaces, empty lines, comments and a byte order mark", async () => {
    expect(await createReadWildcard(folder)("colors")).toEqual({
      lines: [
        { number: 1, text: "red", weight: 1 },
        { number: 4, text: "dark blue", weight: 1 },
        { number: 5, text: "green", weight: 1 },
      ],
    });
  });

  it("a file in a folder", async () => {
    expect(await createReadWildcard(folder)("colors/warm")).toEqual({
      lines: [{ number: 1, text: "orange", weight: 1 }],
    });
  });

  it("its lines with the weights that they have", async () => {
    expect(await createReadWildcard(folder)("hats")).toEqual({
      lines: [
        { number: 1, text: "hat", weight: 20 },
        { number: 2, text: "turban", weight: 0.1 },
        { number: 3, text: "1.2.3:: no weight", weight: 1 },
      ],
    });
  });

  it("a file whose name has spaces, or its accents apart from their letters", async () => {
    const read = createReadWildcard(folder);
    expect(await read("my cards/a b")).toMatchObject({ lines: [{ text: "x" }] });
    expect(await read("caf\u00e9")).toMatchObject({ lines: [{ text: "espresso" }] });
  });

  it.each([
    ["colors/*", ["orange"]],
    ["co*s", ["red", "dark blue", "green"]],
    ["co**", ["red", "dark blue", "green", "orange"]],
    ["ha?s*", undefined],
  ])("the lines of all files that %s fits", async (name, texts) => {
    const found = await createReadWildcard(folder)(name);
    expect("lines" in found ? found.lines.map(({ text }) => text) : undefined).toEqual(texts);
  });

  it("the file as it was when the build first read it", async () => {
    write("changing.txt", "one");
    const wildcards = createReadWildcard(folder);
    await wildcards("changing");
    write("changing.txt", "two");
    expect(await wildcards("changing")).toEqual({ lines: [{ number: 1, text: "one", weight: 1 }] });
    expect(await createReadWildcard(folder)("changing")).toEqual({
      lines: [{ number: 1, text: "two", weight: 1 }],
    });
  });
});

describe("a name is an error", () => {
  it.each([
    ["without a file", "colours", "unknown-wildcard", /Did you mean "colors"\?/],
    ["similar to one in a folder", "colors/warn", "unknown-wildcard", /"colors\/warm"/],
    ["of a folder", "folder", "unknown-wildcard", /^Did you mean|^Write/],
    ["below a file", "colors.txt/x", "unknown-wildcard", /Write \\__/],
    ["above the folder", "../outside", "unreadable-wildcard", /below .*wildcards/],
    ["that starts at the root", "/etc/passwd", "unreadable-wildcard", /below .*wildcards/],
    ["with a dot as folder", "colors/./warm", "unreadable-wildcard", /below .*wildcards/],
    ["with an empty folder name", "colors//warm", "unreadable-wildcard", /below .*wildcards/],
    ["of a file without lines", "empty", "unreadable-wildcard", /one option on each line of .*empty\.txt/],
    ["of a file with weights of 0 alone", "weightless", "unreadable-wildcard", /weight/],
    ["with * that fits nothing", "none*", "unknown-wildcard", /Write/],
    ["with * that leads above the folder", "../*", "unknown-wildcard", /Write/],
    ["with too many *", "a*b*c*d*e*", "unreadable-wildcard", /Write/],
    ["of a file in another encoding", "latin", "unreadable-wildcard", /Save .*latin\.txt/],
    ["of a file that is too large", "large", "unreadable-wildcard", /Split .*large\.txt/],
  ])("%s", async (_situation, name, kind, advice) => {
    const found = await createReadWildcard(folder)(name);
    expect(found).toMatchObject({ kind, advice: expect.stringMatching(advice) as string });
    expect(JSON.stringify(found)).toContain("wildcards");
  });

  it("with * that fits more than 200 files", async () => {
    const many = join(root, "many");
    mkdirSync(many);
    for (let index = 0; index <= 200; index++) writeFileSync(join(many, `a${index}.txt`), "x");
    expect(await createReadWildcard(many)("a1*")).toHaveProperty("lines");
    expect(await createReadWildcard(many)("a*")).toMatchObject({
      kind: "unreadable-wildcard",
      expected: "at most 200 files",
      advice: "a* fits 201 files.",
    });
  });

  it("in a folder that does not exist or has no files", async () => {
    const nowhere = join(root, "nowhere");
    expect(await createReadWildcard(nowhere)("x")).toMatchObject({
      expected: `a file x.txt in ${nowhere}`,
      advice: expect.stringMatching(/folder cannot be read.*setting wildcards/) as string,
    });
    mkdirSync(nowhere);
    expect(await createReadWildcard(nowhere)("x")).toMatchObject({
      advice: expect.stringMatching(/no \.txt file/) as string,
    });
  });
});

it.each([
  ["wildcards", resolve("/work/wildcards")],
  ["/elsewhere", resolve("/elsewhere")],
  ["~/words", resolve("/home/anna/words")],
  ["~words", resolve("/work/~words")],
])("the configured folder %s is %s", (configured, expected) => {
  expect(resolveWildcardFolder(configured, "/home/anna", "/work")).toBe(expected);
});
