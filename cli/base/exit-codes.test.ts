// The exit codes of endings and errors.

import { readFileSync } from "node:fs";
import { errorCatalog, type ErrorCode } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { endingOfError, exitCode, exitCodes, type Ending } from "./exit-codes.js";

describe("the ending of an error", () => {
  it.each<[code: ErrorCode, ending: Ending]>([
    ["OUTPUT_NOT_FETCHED", "unsaved"],
    ["OUTPUT_NOT_SAVED", "unsaved"],
    ["OUTPUT_LOST", "unsaved"],
    ["OUTPUT_NONE", "unsaved"],
    ["FILE_NOT_WRITABLE", "unsaved"],
    ["FILE_IN_USE", "unsaved"],
    ["FILE_DISK_FULL", "unsaved"],
  ])("%s, of an image that is not on disk, is %s", (code, ending) => {
    expect(endingOfError({ code, class: errorCatalog[code].class })).toBe(ending);
  });

  it("of an interruption is interrupted", () => {
    expect(endingOfError({ code: "INTERRUPTED", class: "input" })).toBe("interrupted");
  });
});

it("has one code for each ending", () => {
  expect(new Set(exitCodes.map(({ code }) => code)).size).toBe(exitCodes.length);
  expect(exitCodes.map(({ name }) => exitCode(name))).toEqual(exitCodes.map(({ code }) => code));
});

it("matches the table in the README", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(([, code, meaning]) => ({
    code: Number(code),
    meaning,
  }));
  expect(rows).toEqual(exitCodes.map(({ code, meaning }) => ({ code, meaning })));
});
