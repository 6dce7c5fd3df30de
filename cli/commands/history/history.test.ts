// `pictor history`: order, search, invalid lines, missing files.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";
import { parseRecords } from "../../testing/fake-server.js";
import { ending } from "../../testing/ending.js";

let folder: CommandFolder;
beforeEach(() => void (folder = createCommandFolder()));

const entry = (number: number, change: object = {}) => ({
  time: `2026-08-0${number}T10:00:00.000Z`,
  workflow: "txt2img",
  prompt: `fox ${number}`,
  negative: "",
  seed: String(number),
  path: join(folder.path, `${number}.png`),
  ...change,
});
const journal = (...lines: readonly (object | string)[]): string =>
  folder.write(
    folder.data("history.jsonl"),
    lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );
const seedsOf = async (...words: readonly string[]): Promise<readonly string[]> => {
  const [record] = parseRecords((await folder.run("history", "--json", ...words)).out) as readonly {
    readonly history: readonly { readonly seed: string }[];
  }[];
  return record?.history.map(({ seed }) => seed) ?? [];
};

it("lists the newest entry first, and marks missing files", async () => {
  folder.write("2.png", "");
  journal(entry(2), entry(1), entry(3, { prompt: `a \u001b[2Jfox ${"very ".repeat(20)}` }));
  const { code, out, err } = await folder.run("history");
  expect(code).toBe(0);
  const [heading, ...lines] = out.trimEnd().split("\n");
  expect(heading).toMatch(/^ID +TIME +WORKFLOW +SEED +PROMPT +FILE$/);
  expect(lines.map((line) => /\d\.png.*/.exec(line)?.[0])).toEqual(["3.png (gone)", "2.png", "1.png (gone)"]);
  expect(lines[0]).toContain("a \uFFFD[2Jfox very very");
  expect(lines[0]).toContain("…");
  expect(err).toMatch(/^3 of 3 in .*history\.jsonl\.\n$/);
});

it("finds prompts with all words, ignoring case", async () => {
  journal(
    entry(1, { prompt: "ein FÜCHSLEIN im Schnee" }),
    entry(2, { prompt: "a fox", negative: "Schnee" }),
    entry(3, { workflow: "svd", prompt: "schnee" }),
    entry(4),
  );
  expect(await seedsOf("--search", "schnee")).toEqual(["3", "2", "1"]);
  expect(await seedsOf("--search", "schnee füchs")).toEqual(["1"]);
  expect(await seedsOf("--search", "schnee", "--search", "fox")).toEqual(["2"]);
  expect(await seedsOf("--workflow", "svd")).toEqual(["3"]);
  expect(await seedsOf("--limit", "2")).toEqual(["4", "3"]);
});

it("skips invalid lines with a note, keeps them in the file, and shows duplicates once", async () => {
  const path = journal(entry(1), '{"time": "2026', entry(2), "null", "[]", entry(2));
  const before = readFileSync(path, "utf8");
  const { out, err } = await folder.run("history");
  expect(out.trimEnd().split("\n")).toHaveLength(3);
  expect(err).toContain("line 2, 4, 5");
  expect(readFileSync(path, "utf8")).toBe(before);
});

it("is empty if there is no journal", async () => {
  expect(await folder.run("history")).toMatchObject({ code: 0, out: "", err: "The journal is empty.\n" });
});

it("suggests the nearest workflow if no entry matches", async () => {
  journal(entry(1));
  const { out, err } = await folder.run("history", "--workflow", "txt2im");
  expect({ out, err }).toEqual({
    out: "",
    err: expect.stringMatching(/^0 of 1 in .* Did you mean "txt2img"\?\n$/) as string,
  });
});

describe("history star, delete and restore", () => {
  interface Listed {
    readonly id: string;
    readonly seed: string;
    readonly starred: boolean;
    readonly deleted: boolean;
    readonly exists: boolean;
  }
  const png = Buffer.from("\x89PNG\r\n\x1a\n-----------", "latin1");
  const list = async (...words: readonly string[]): Promise<readonly Listed[]> => {
    const [record] = parseRecords((await folder.run("history", "--json", ...words)).out) as readonly {
      readonly history: readonly Listed[];
    }[];
    return record?.history ?? [];
  };
  let ids: readonly string[];
  beforeEach(async () => {
    for (const number of [1, 2, 3]) folder.write(`${number}.png`, png);
    journal(entry(1), entry(2), entry(3));
    ids = (await list()).map(({ id }) => id);
  });

  it("stars images by a prefix of their ids, and lists them alone", async () => {
    const [newest = "", , oldest = ""] = ids;
    const { code, out } = await folder.run("history", "star", newest.slice(0, 8), oldest);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/3\.png has a star\n.*1\.png has a star/) as string,
    });
    expect((await list("--starred")).map(({ seed }) => seed)).toEqual(["3", "1"]);
    expect((await folder.run("history", "--starred")).out).toContain(`${newest.slice(0, 8)} *`);
    expect((await folder.run("history", "unstar", newest)).out).toContain("has no star");
    expect((await list("--starred")).map(({ seed }) => seed)).toEqual(["1"]);
  });

  it("moves an image to the trash and back", async () => {
    const [, second = ""] = ids;
    expect((await folder.run("history", "delete", second)).out).toContain("2.png is in the trash");
    expect(existsSync(join(folder.path, "2.png"))).toBe(false);
    expect((await list()).map(({ seed }) => seed)).toEqual(["3", "1"]);
    expect(await list("--deleted")).toMatchObject([{ id: second, seed: "2", deleted: true, exists: true }]);
    expect((await folder.run("history", "--deleted")).err).toMatch(/^1 of 1 in the trash of /);
    expect((await folder.run("history", "restore", second, "--json")).out).toContain('"deleted":false');
    expect(existsSync(join(folder.path, "2.png"))).toBe(true);
    expect((await folder.run("history", "--deleted")).err).toBe("The trash is empty.\n");
  });

  it.each(["star", "unstar", "delete", "restore"])("%s changes nothing for an unknown id", async (change) => {
    expect(await folder.run("history", change, ids[0] ?? "", "zebra")).toMatchObject(
      ending(2, 'No image has an id that begins with "zebra".'),
    );
    expect((await folder.run("history", change, "")).code).toBe(2);
    expect(await list()).toHaveLength(3);
    expect(await list("--starred")).toEqual([]);
  });

  it("moves no link and no text file", async () => {
    folder.write("1.png", "<html>");
    expect(await folder.run("history", "delete", ids[2] ?? "")).toMatchObject(
      ending(2, "neither an image nor a video"),
    );
    expect(existsSync(join(folder.path, "1.png"))).toBe(true);
  });
});

describe("history clear", () => {
  it("empties the journal with --yes", async () => {
    const path = journal(entry(1), entry(2));
    expect(await folder.run("history", "clear", "--yes")).toMatchObject(ending(0, "2 entries"));
    expect(existsSync(path)).toBe(false);
    expect(await seedsOf()).toEqual([]);
  });
  it.each([
    [["clear", "--search", "zebra", "--yes"]],
    [["--search", "zebra", "clear", "--yes"]],
    [["clear", "--workflow=svd", "--yes"]],
    [["--limit", "1", "clear"]],
  ])("refuses filters: %j", async (words) => {
    const path = journal(entry(1), entry(2));
    const before = readFileSync(path, "utf8");
    const { code, err } = await folder.run("history", ...words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("USAGE_OPTION") as string });
    expect(err).toMatch(/--(search|workflow|limit) is an option of `pictor history`/);
    expect(readFileSync(path, "utf8")).toBe(before);
  });
  it.each([
    ["1\r", false, "Emptied"],
    ["2\r", true, "is kept"],
    ["\r", true, "is kept"],
  ])("asks at a terminal: %j", async (typed, isKept, said) => {
    const path = journal(entry(1), entry(2));
    const { code, err } = await folder.runWithAnswer(typed, "history", "clear");
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(said) as string });
    expect(err).toContain("Empty the journal of 2 entries?");
    expect(existsSync(path)).toBe(isKept);
  });
  it("does not ask if the journal is empty", async () => {
    expect(await folder.run("history", "clear")).toMatchObject({ code: 0, err: "The journal is empty.\n" });
  });
});

it("reads the configured file", async () => {
  const path = folder.write("own.jsonl", `${JSON.stringify(entry(1))}\n`);
  const configured = (value: string) =>
    folder.write(
      "pictor.json",
      JSON.stringify({ plugins: { "output-journal": { config: { path: value } } } }),
    );
  expect(await seedsOf("--config", configured(path))).toEqual(["1"]);
  expect(await folder.run("history", "--config", configured("own.jsonl"))).toMatchObject(
    ending(2, "is not absolute"),
  );
});
