// What a reply is worth to a reader who has the beginning of a file.

import { expect, test } from "vitest";
import { continuationOf, nothing, rangeHeaders } from "./part.js";

const part = { received: 40, length: 100, etag: '"v1"', modified: "Mon, 06 Jan 2025 10:00:00 GMT" };
const range = (text: string) => ({ "content-range": text });

test.each([
  ["nothing yet: no range", nothing, {}],
  ["the rest, of the same version by its tag", part, { range: "bytes=40-", "if-range": '"v1"' }],
  [
    "a weak tag is no condition: its date is",
    { ...part, etag: 'W/"v1"' },
    { range: "bytes=40-", "if-range": part.modified },
  ],
  ["the server told neither", { received: 40 }, { range: "bytes=40-" }],
])("asking for %s", (_case, have, headers) => {
  expect(rangeHeaders(have)).toEqual(headers);
});

test("a piece that nobody asked for is not the beginning", () => {
  const reply = continuationOf(nothing, 206, range("bytes 50-99/100"));
  expect(reply).toMatchObject({ kind: "unfit" });
});

test("the first reply tells the length and the version", () => {
  const headers = { "content-length": "100", etag: '"v1"', "last-modified": part.modified };
  expect(continuationOf(nothing, 200, headers)).toEqual({
    kind: "bytes",
    skip: 0,
    part: { ...part, received: 0 },
  });
});

test.each([
  ["the rest", part, 206, { ...range("bytes 40-99/100"), etag: '"v1"' }, 0],
  ["the rest, without a version but of the same length", part, 206, range("bytes 40-99/100"), 0],
  [
    "the rest of a body that told no length",
    { received: 40, etag: '"v1"' },
    206,
    { ...range("bytes 40-99/*"), etag: '"v1"' },
    0,
  ],
  ["all of it once more, by the same tag", part, 200, { etag: '"v1"' }, 40],
  [
    "all of it once more, by the same date",
    { ...part, etag: "" },
    200,
    { "last-modified": part.modified },
    40,
  ],
  [
    "all of it once more, by the same length",
    { received: 40, length: 100 },
    200,
    { "content-length": "100" },
    40,
  ],
])("%s is taken", (_case, have, status, headers, skip) => {
  expect(continuationOf(have, status, headers as Record<string, string>)).toMatchObject({
    kind: "bytes",
    skip,
    part: have,
  });
});

test.each([
  ["another version by its tag", part, 200, { etag: '"v2"', "content-length": "100" }, "written anew"],
  [
    "another version in spite of the condition",
    part,
    206,
    { ...range("bytes 40-99/100"), etag: '"v2"' },
    "written anew",
  ],
  ["another date", { received: 40, modified: "x" }, 200, { "last-modified": "y" }, "written anew"],
  ["another length", part, 200, { "content-length": "90", etag: '"v1"' }, "90 bytes now, and had 100"],
  ["another length of the whole", part, 206, range("bytes 40-89/90"), "90 bytes now"],
  ["nothing that could prove it", { received: 40 }, 200, { "content-length": "100" }, "does not say"],
  ["another piece", part, 206, range("bytes 0-99/100"), undefined],
  ["a piece behind a gap", part, 206, range("bytes 50-99/100"), "another piece"],
  ["several pieces", part, 206, { etag: '"v1"' }, "another piece"],
  [
    "an end before what has arrived",
    { received: 40, etag: '"v1"' },
    416,
    { ...range("bytes */30"), etag: '"v1"' },
    "nothing behind",
  ],
])("%s", (_case, have, status, headers, reason) => {
  const next = continuationOf(have, status, headers);
  if (reason === undefined) expect(next).toMatchObject({ kind: "bytes", skip: 40 });
  else expect(next).toMatchObject({ kind: "unfit", reason: expect.stringContaining(reason) as string });
});

test("nothing is left: the break came behind the last byte", () => {
  const have = { received: 100, etag: '"v1"' };
  expect(continuationOf(have, 416, { ...range("bytes */100"), etag: '"v1"' })).toEqual({ kind: "whole" });
});
