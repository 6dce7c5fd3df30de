// The exit codes of endings and errors.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { endingOfError, exitCode, exitCodes } from "./exit-codes.js";

describe("the ending of an error", () => {
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
