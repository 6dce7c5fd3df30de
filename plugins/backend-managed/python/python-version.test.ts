// Tests of the parsers for Python versions.

import { describe, expect, it } from "vitest";
import { isSupportedPython, parseProbe, parseVersion } from "./python-version.js";

describe("the text of --version", () => {
  it.each([
    ["Python 3.11.7", [3, 11, 7]],
    ["Python 3.13.0rc2", [3, 13, 0]],
    ["Python 2.7.18+", [2, 7, 18]],
    ["Python 3.12.3 :: Anaconda, Inc.", [3, 12, 3]],
    ["Python 3.14", [3, 14, 0]],
    ["Python was not found; run without arguments to install from the Microsoft Store", undefined],
    ["", undefined],
  ])("%s", (text, expected) => {
    expect(parseVersion(text)).toEqual(expected);
  });
});

describe("the answer to the probe", () => {
  const answer = '{"version": [3, 12, 1], "executable": "/usr/bin/python3", "missing": ["ensurepip"]}';
  const facts = { version: [3, 12, 1], executable: "/usr/bin/python3", missing: ["ensurepip"] };
  it.each([
    ["alone", answer, facts],
    ["after lines of a startup file", `hello\n${answer}\n`, facts],
    ["with Windows line breaks", `${answer}\r\n`, facts],
    ["that is not JSON", "{oops", undefined],
    ["without a version", '{"executable": "/p", "missing": []}', undefined],
    ["with an incomplete version", '{"version": [3], "executable": "/p", "missing": []}', undefined],
    ["that is empty", "", undefined],
  ])("%s", (_, output, expected) => {
    expect(parseProbe(output)).toEqual(expected);
  });
});

it.each([
  [[3, 9, 18], false],
  [[3, 10, 0], true],
  [[3, 14, 1], true],
  [[2, 7, 18], false],
  [[4, 0, 0], true],
] as const)("version %j is new enough: %s", (version, expected) => {
  expect(isSupportedPython(version)).toBe(expected);
});
