// Versions, ranges and pyproject files.

import fc from "fast-check";
import semver from "semver";
import { describe, expect, it } from "vitest";
import { readPyproject } from "../lists/pyproject.js";
import { intersect, problemOfRange } from "./version-ranges.js";
import { commitOf, exactVersion, isSameCommit, newestFirst, newestIn, versionOf } from "./version.js";

it.each([
  ["1.2.0", "1.2.0"],
  [" =1.2.0 ", "1.2.0"],
  ["v1.2.0-rc.1", "1.2.0-rc.1"],
  ["1.2", undefined],
  ["1.x", undefined],
  ["^1.2.0", undefined],
  ["1.2.0 || 1.3.0", undefined],
  ["*", undefined],
  ["", undefined],
])("the range %j holds exactly %s", (range, version) => {
  expect(exactVersion(range)).toBe(version);
});

describe("a version", () => {
  it.each([
    ["1.2.3", "1.2.3"],
    ["v1.2.3", "1.2.3"],
    ["V1.2.3", "1.2.3"],
    ["1.2", "1.2.0"],
    ["v1.2", "1.2.0"],
    ["0.0", "0.0.0"],
    ["1.2.0-rc.1", "1.2.0-rc.1"],
    ["v1.2-beta", "1.2.0-beta"],
    ["1.2.0rc1", "1.2.0-rc.1"],
    ["1.2rc1", "1.2.0-rc.1"],
    ["1.2.0a2", "1.2.0-a.2"],
    ["1.2.0b10", "1.2.0-b.10"],
    ["1.2.0+cu118", "1.2.0"],
    ["1.2.0rc1+local", "1.2.0-rc.1"],
    ["1.13.0", "1.13.0"],
    ["2024.13.0", "2024.13.0"],
    ["2024.0.1", "2024.0.1"],
  ])("%s is %s", (text, version) => {
    expect(versionOf(text)).toBe(version);
  });

  it.each([
    "",
    "1",
    "v1",
    "v",
    "3.x",
    "*",
    "latest",
    "nightly",
    "unknown",
    "release-1.2.3",
    "pack-v1.2.3",
    "version 1.2.3",
    "1.2.3 ",
    " 1.2.3",
    "=1.2.3",
    "1.2.3.4",
    "1.2.0.post1",
    "1.2.0.dev3",
    "1!2.0.0",
    "1.2.0rc",
    "1.02.3",
    "01.2.3",
    "1.2.0-",
    "1.2.0-01",
    "1.2.0-rc..1",
    "2024.05.01",
    "2024.5.1",
    "2024.12",
    "v2024.5.1",
    "2024-05-01",
    "20240501",
    "9f1c2d3e",
    "9f1c2d3e9f1c2d3e9f1c2d3e9f1c2d3e9f1c2d3e",
    "1234567",
    "99999999999999999999.0.0",
    `1.0.0-${"a".repeat(200)}`,
    "1.2.3\n",
    "１.２.３",
  ])("%j is unverifiable", (text) => {
    expect(versionOf(text)).toBeUndefined();
  });

  it("is parsed as exact semver or not at all, for any text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[vV]?[0-9a-z.+-]{0,16}$/), (text) => {
        const version = versionOf(text);
        expect(version === undefined || semver.valid(version) === version).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a commit", () => {
  it("has 7 to 40 hexadecimal digits", () => {
    expect(commitOf("9F1C2D3E")).toBe("9f1c2d3e");
    expect(["9f1c2d", "9f1c2dg", "-9f1c2d3", "f".repeat(41), "HEAD"].map(commitOf)).toEqual(
      Array(5).fill(undefined),
    );
  });
  it("is the same as another if one is the prefix of the other", () => {
    expect(isSameCommit("9f1c2d3", "9F1C2D3e4f5a")).toBe(true);
    expect(isSameCommit("9f1c2d3e4f5a", "9f1c2d3")).toBe(true);
    expect(isSameCommit("9f1c2d3", "9f1c2d4")).toBe(false);
    expect(isSameCommit("", "9f1c2d3")).toBe(false);
    expect(isSameCommit("9f", "9f1c2d3")).toBe(false);
  });
});

describe("the newest tag in a range", () => {
  const tags = ["v0.9", "v1.0.0", "1.2", "v2.0.0-rc.1", "nightly", "2024.05.01", "v1.10.0"];
  it.each([
    ["*", "v1.10.0"],
    ["^1.0.0", "v1.10.0"],
    [">=1.0.0 <1.5.0", "1.2"],
    [">=2.0.0-0", "v2.0.0-rc.1"],
    ["<1.0.0", "v0.9"],
  ])("%s is %s", (range, tag) => {
    expect(newestIn(tags, range)?.text).toBe(tag);
  });
  it("is a prerelease if there is no release and any version is accepted", () => {
    expect(newestIn(["1.0.0-b.1", "1.0.0-rc.1", "1.0.0-a.1"], "*")?.version).toBe("1.0.0-rc.1");
    expect(newestIn(["1.0.0-b.1"], ">=0.5.0")).toBeUndefined();
    expect(newestIn([], "*")).toBeUndefined();
  });
  it("is the first of the sorted versions", () => {
    expect(newestFirst(tags, "*").map(({ text }) => text)).toEqual([
      ...["v1.10.0", "1.2", "v1.0.0", "v0.9", "v2.0.0-rc.1"],
    ]);
    expect(newestFirst(tags, "<1.5.0").map(({ version }) => version)).toEqual(["1.2.0", "1.0.0", "0.9.0"]);
  });
});

describe("several ranges", () => {
  it.each([
    [[], "*"],
    [["*"], "*"],
    [["", "x"], "*"],
    [["*", " ^1.2.0 ", ""], "^1.2.0"],
    [["^1.0.0 || *"], "*"],
    [[">=0.2.0", ">=0.4.0"], ">=0.4.0"],
    [["^1.2.0", "<1.5.0"], ">=1.2.0 <2.0.0-0 <1.5.0"],
    [["1.2.3", ">=1.0.0"], ">=1.0.0 1.2.3"],
    [["^1.0.0 || ^3.0.0", ">=2.0.0"], ">=3.0.0 <4.0.0-0"],
  ])("%j have %s in common", (ranges, common) => {
    expect(intersect(ranges)).toBe(common);
  });

  it("thousands of lower bounds have the highest in common", () => {
    const ranges = Array.from({ length: 3_000 }, (_, index) => `>=0.${index}.0`);
    expect(intersect(ranges)).toBe(">=0.2999.0");
  });

  it.each([
    [["^1.0.0", "^2.0.0"]],
    [[">=2.0.0", "<2.0.0"]],
    [[">1.0.0", "<1.0.1"]],
    [["1.2.3", "1.2.4"]],
    [["^1.0.0 || ^3.0.0", "^2.0.0"]],
    // Any two ranges intersect, but not all three.
    [["1.0.0 || 2.0.0", "2.0.0 || 3.0.0", "1.0.0 || 3.0.0"]],
    [["<1.0.0", ">=1.0.0-rc.1 <1.0.0", ">=1.0.0-rc.2 <=1.0.0-rc.1"]],
    [[">1.0.0 <1.0.0"]],
    [["no range", "*"]],
  ])("%j have nothing in common", (ranges) => {
    expect(intersect(ranges)).toBeUndefined();
  });

  it("may have only a prerelease in common", () => {
    expect(intersect([">=1.0.0-rc.1", "<1.0.0"])).toBeDefined();
    expect(intersect([">1.0.0-rc.1 <1.0.0", "*"])).toBeDefined();
  });

  it("are distinguished from invalid texts", () => {
    expect([">=1", "1.x || >=2.5.0", "~1.2", "1.0.0 - 2.0.0", "*", ""].map(problemOfRange)).toEqual(
      Array(6).fill(undefined),
    );
    expect(["!=1.0.0", "~=1.2", "latest", ">= one", "9f1c2d3e"].every((text) => problemOfRange(text))).toBe(
      true,
    );
    expect(problemOfRange(`>=1.0.0${" ".repeat(300)}`)).toContain("256");
  });

  it("are intersected in bounded time", () => {
    const many = (step: number) => Array.from({ length: 18 }, (_, i) => `>=${i * step}.0.0`).join(" || ");
    const common = intersect([many(1), many(2), many(3), many(5), many(7)]);
    expect(common?.split("||").length).toBeLessThanOrEqual(201);
  });

  // Not below 1.0.0: semver reads >=0.0.0 as any release.
  const number = fc.integer({ min: 1, max: 3 });
  const version = fc
    .tuple(number, number, number, fc.constantFrom("", "-0", "-a", "-a.0", "-b"))
    .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre}`);
  const comparator = fc
    .tuple(fc.constantFrom(">=", ">", "<", "<=", "=", "^", "~"), version)
    .map(([sign, text]) => sign + text);
  const set = fc.array(comparator, { minLength: 1, maxLength: 2 }).map((texts) => texts.join(" "));
  const range = fc.array(set, { minLength: 1, maxLength: 2 }).map((texts) => texts.join(" || "));
  const numbers = [0, 1, 2, 3, 4];
  const endings = ["", "-0", "-0.0", "-a", "-a.0", "-a.0.0", "-b", "-b.0"];
  const all = numbers
    .flatMap((a) => numbers.flatMap((b) => numbers.map((c) => `${a}.${b}.${c}`)))
    .flatMap((release) => endings.map((ending) => new semver.SemVer(release + ending)));
  const lenient = { includePrerelease: true };

  it("accept exactly the versions that each of them accepts", () => {
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 3 }), (ranges) => {
        const common = intersect(ranges);
        expect(intersect([...ranges].reverse())).toBe(common);
        const each = ranges.map((text) => new semver.Range(text));
        const together = new semver.Range(common ?? "<0.0.0-0");
        const inCommon = all.filter((one) => together.test(one));
        // The same releases as each range alone; of prereleases at least the same.
        const inEach = all.filter((one) => each.every((alone) => alone.test(one)));
        const released = (found: readonly semver.SemVer[]) =>
          found.filter((one) => one.prerelease.length === 0);
        expect(released(inCommon)).toEqual(released(inEach));
        expect(inEach.filter((one) => !inCommon.includes(one))).toEqual([]);
        expect(
          inCommon.filter((one) => !ranges.every((text) => semver.satisfies(one, text, lenient))),
        ).toEqual([]);
        expect(inCommon.length > 0).toBe(common !== undefined);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a pyproject.toml", () => {
  it("has name, version and repository", () => {
    const text = `\uFEFF[project]
name = "comfyui-pack"
version = "1.2"
[project.urls]
Repository = "https://github.com/acme/pack"
"Source Code" = "https://github.com/acme/pack.git"
Homepage = "https://acme.example"
[tool.comfy]
PublisherId = "acme"`;
    expect(readPyproject(text)).toEqual({
      name: "comfyui-pack",
      version: "1.2.0",
      repositories: ["https://github.com/acme/pack", "https://github.com/acme/pack.git"],
    });
  });
  it("has no version if it is dynamic or a date", () => {
    expect(readPyproject('[project]\nname = "a"\nversion = "1.0.0"\ndynamic = ["version"]')).toEqual({
      name: "a",
      repositories: [],
    });
    expect(readPyproject('[project]\nversion = "2024.05.01"')).toEqual({ repositories: [] });
  });
  it.each([
    "",
    "# nothing",
    "[tool.black]",
    'project = "x"',
    "[project]\nname = 5\nversion = 1.2\nurls = 3",
    '[project]\nname = "  "',
  ])("may say nothing: %j", (text) => {
    expect(readPyproject(text)).toEqual({ repositories: [] });
  });
  it("may be invalid", () => {
    expect(readPyproject("[project\nname=")).toBeUndefined();
    expect(readPyproject("<html>")).toBeUndefined();
  });
});
