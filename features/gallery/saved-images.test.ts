// The saved images of a journal to which others append, and which others trim and replace; and the file of the marks.

import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { savedImageId } from "./journal.js";
import { SavedImages } from "./saved-images.js";

let folder: string;
let journal: string;
let marks: string;
let images: SavedImages;
beforeEach(() => {
  folder = createTestFolder();
  journal = join(folder, "history.jsonl");
  marks = `${journal}.marks`;
  images = new SavedImages({ journal });
});

const entry = (number: number, change: object = {}) => ({
  time: new Date(Date.UTC(2026, 7, 1) + number * 1000).toISOString(),
  workflow: "txt2img",
  prompt: `Füchse ${number}`,
  negative: "fog",
  seed: String(number),
  path: join(folder, `${number}.png`),
  ...change,
});
type Entry = ReturnType<typeof entry>;
const linesOf = (entries: readonly Entry[]): string =>
  entries.map((one) => `${JSON.stringify(one)}\n`).join("");
const write = (...entries: readonly Entry[]): readonly string[] => {
  writeFileSync(journal, linesOf(entries));
  return entries.map(savedImageId);
};
const file = (number: number): void => {
  writeFileSync(join(folder, `${number}.png`), Buffer.from("\x89PNG\r\n\x1a\n--------", "latin1"));
};
const seeds = async (filter: Parameters<SavedImages["select"]>[0] = {}): Promise<readonly string[]> =>
  (await images.load((await images.select(filter)).ids)).map((image) => image.entry.seed ?? "");

describe("the journal", () => {
  it("is empty if there is no file, and is read when there is one", async () => {
    expect(await images.select({})).toMatchObject({ ids: [], count: 0 });
    write(entry(1), entry(2));
    expect(await seeds()).toEqual(["2", "1"]);
    rmSync(journal);
    expect(await seeds()).toEqual([]);
  });

  it("has what was appended, in the order of time", async () => {
    write(entry(1), entry(5));
    expect(await seeds()).toEqual(["5", "1"]);
    appendFileSync(journal, linesOf([entry(3), entry(3), entry(6)]));
    expect(await seeds()).toEqual(["6", "5", "3", "1"]);
  });

  it("waits for the end of a line, and takes a whole one without line feed", async () => {
    const line = JSON.stringify(entry(2));
    writeFileSync(journal, linesOf([entry(1)]) + line.slice(0, 50));
    expect([await seeds(), (await images.select({})).broken]).toEqual([["1"], []]);
    appendFileSync(journal, line.slice(50));
    expect(await seeds()).toEqual(["2", "1"]);
    appendFileSync(journal, `\n${linesOf([entry(3)])}`);
    expect([await seeds(), (await images.select({})).broken]).toEqual([["3", "2", "1"], []]);
  });

  it("is read again when another file has taken its place, also one of the same length", async () => {
    write(entry(1), entry(2));
    expect(await seeds()).toEqual(["2", "1"]);
    writeFileSync(`${journal}.new`, linesOf([entry(3), entry(4)]));
    renameSync(`${journal}.new`, journal);
    expect(await seeds()).toEqual(["4", "3"]);
    write(entry(5), entry(6));
    utimesSync(journal, new Date(0), new Date(0));
    expect(await seeds()).toEqual(["6", "5"]);
  });

  it("gives whole entries although it was trimmed after it was searched", async () => {
    write(entry(1), entry(2), entry(3));
    const { ids } = await images.select({});
    writeFileSync(`${journal}.new`, linesOf([entry(3), entry(4)]));
    renameSync(`${journal}.new`, journal);
    expect((await images.load(ids)).map((image) => image.entry.seed)).toEqual(["3"]);
  });

  it("may have invalid lines, blank ones, and one that is larger than the memory for a line", async () => {
    writeFileSync(
      journal,
      `${linesOf([entry(1)])}{"a\n\n${"x".repeat(20 * 1024 * 1024)}\nnull\n${linesOf([entry(2)])}`,
    );
    expect([await seeds(), (await images.select({})).broken]).toEqual([
      ["2", "1"],
      [2, 4, 5],
    ]);
  });

  it("is searched by words, seed, workflow, model and time", async () => {
    write(
      entry(1, { params: { model: "SDXL.safetensors" } }),
      entry(2, { workflow: "svd", negative: "Schnee" }),
      entry(3, { params: null }),
    );
    expect(await seeds({ words: ["FÜCHSE", "schnee"] })).toEqual(["2"]);
    expect(await seeds({ words: ["füchse".normalize("NFD"), "schnee"] })).toEqual(["2"]);
    expect(await seeds({ words: ["3"] })).toEqual(["3"]);
    expect(await seeds({ words: ["seed:2", "schnee"] })).toEqual(["2"]);
    expect(await seeds({ words: ["seed:2", "sdxl"] })).toEqual([]);
    expect(await seeds({ workflow: "svd" })).toEqual(["2"]);
    expect(await seeds({ model: "sdxl" })).toEqual(["1"]);
    expect(await seeds({ from: entry(2).time, to: entry(2).time })).toEqual(["2"]);
  });
});

describe("the marks", () => {
  it("of another program count at once", async () => {
    const [id = ""] = write(entry(1), entry(2));
    const other = new SavedImages({ journal });
    expect(await seeds({ starred: true })).toEqual([]);
    await other.star([id], true);
    expect(await seeds({ starred: true })).toEqual(["1"]);
    await images.star([id], false);
    expect((await other.select({ starred: true })).ids).toEqual([]);
  });

  it("of two programs at the same time are all kept", async () => {
    const ids = write(...Array.from({ length: 12 }, (_, number) => entry(number)));
    const other = new SavedImages({ journal });
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? images : other).star([id], true)));
    expect(await seeds({ starred: true })).toHaveLength(12);
  });

  it("survive a line that a crash has cut", async () => {
    const ids = write(entry(1), entry(2));
    await images.star(ids.slice(0, 1), true);
    appendFileSync(marks, `{"id":"${ids[1] ?? ""}","starr`);
    await images.star(ids.slice(1), true);
    images = new SavedImages({ journal });
    expect(await seeds({ starred: true })).toEqual(["2", "1"]);
  });

  it("that nothing needs are dropped when the file has grown to twice its size", async () => {
    file(1);
    const [deleted = "", starred = "", dropped = ""] = write(entry(1), entry(2), entry(3));
    await images.star([dropped, starred], true);
    await images.remove([deleted]);
    write(entry(2));
    const other = new SavedImages({ journal });
    const noise = Array.from({ length: 2000 }, (_, index) =>
      JSON.stringify({ id: starred, starred: index % 2 === 0 }),
    );
    appendFileSync(marks, `${noise.join("\n")}\n{"id":"${starred}","starred":true}\n`);
    expect(statSync(marks).size).toBeGreaterThan(64 * 1024);
    await other.star([starred], false);
    await other.star([starred], true);
    expect(statSync(marks).size).toBeLessThan(1024);
    if (process.platform !== "win32") expect(statSync(marks).mode & 0o777).toBe(0o600);
    expect(readFileSync(marks, "utf8")).not.toContain(dropped);
    expect(await seeds({ starred: true })).toEqual(["2"]);
    expect((await images.restore([deleted])).kind).toBe("changed");
    expect(existsSync(join(folder, "1.png"))).toBe(true);
  });

  it("do not grow without end, however often they change", async () => {
    const [id = ""] = write(entry(1));
    for (let index = 0; index < 40; index++) {
      appendFileSync(marks, `${JSON.stringify({ id, starred: true, note: "x".repeat(8000) })}\n`);
      await images.star([id], index % 2 === 0);
    }
    expect(statSync(marks).size).toBeLessThan(80 * 1024);
  });

  it("of a deletion that names a file of its own choice are ignored", async () => {
    const [id = ""] = write(entry(1));
    const deleted = { ...entry(1), path: "/etc/passwd" };
    writeFileSync(marks, `${JSON.stringify({ id, starred: false, deleted })}\n`);
    expect(await seeds({ deleted: true })).toEqual([]);
    expect(await seeds()).toEqual(["1"]);
  });
});

it("an image goes to the trash and back, and stays findable there when the journal has dropped it", async () => {
  file(1);
  const [id = ""] = write(entry(1));
  expect(await images.remove([id, id])).toMatchObject({ kind: "changed", images: [{ id, deleted: true }] });
  rmSync(journal);
  expect(await seeds({ deleted: true, words: ["füchse"] })).toEqual(["1"]);
  expect(await images.ids()).toEqual([id]);
  file(1);
  expect(await images.restore([id])).toEqual({ kind: "occupied", id, name: "1.png" });
  rmSync(join(folder, "1.png"));
  expect((await images.restore([id])).kind).toBe("changed");
  expect(await images.remove([id])).toEqual({ kind: "unknown", id });
});
