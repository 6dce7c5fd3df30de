// How a reply continues a partially received file.

import { expect, test } from "vitest";
import { continuationOf, nothingReceived, rangeHeaders } from "./partial-file.js";

const file = { received: 40, length: 100, etag: '"v1"', modified: "Mon, 06 Jan 2025 10:00:00 GMT" };
const range = (text: string) => ({ "content-range": text });

test.each([
  ["the whole file, without a range", nothingReceived, {}],
  ["the rest, if the ETag is the same", file, { range: "bytes=40-", "if-range": '"v1"' }],
  [
    "the rest, if the date is the same, because a weak ETag is not a condition",
    { ...file, etag: 'W/"v1"' },
    { range: "bytes=40-", "if-range": file.modified },
  ],
  ["the rest without a condition, because the server sent neither", { received: 40 }, { range: "bytes=40-" }],
])("the range headers request %s", (_case, have, headers) => {
  expect(rangeHeaders(have)).toEqual({ "accept-encoding": "identity", ...headers });
});

test("a range that was not requested is a mismatch", () => {
  const reply = continuationOf(nothingReceived, 206, range("bytes 50-99/100"));
  expect(reply).toMatchObject({ kind: "mismatch" });
});

test("the length of a compressed reply says nothing about the file", () => {
  const headers = { "content-length": "100", "content-encoding": "gzip" };
  const whole = { kind: "bytes", skip: 0, file: nothingReceived };
  expect(continuationOf(nothingReceived, 200, headers)).toEqual(whole);
});

test("the first reply has length and version", () => {
  const headers = { "content-length": "100", etag: '"v1"', "last-modified": file.modified };
  expect(continuationOf(nothingReceived, 200, headers)).toEqual({
    kind: "bytes",
    skip: 0,
    file: { ...file, received: 0 },
  });
});

test.each([
  ["the rest", file, 206, { ...range("bytes 40-99/100"), etag: '"v1"' }, 0],
  ["the rest, without a version but of the same length", file, 206, range("bytes 40-99/100"), 0],
  [
    "the rest of a body without a length",
    { received: 40, etag: '"v1"' },
    206,
    { ...range("bytes 40-99/*"), etag: '"v1"' },
    0,
  ],
  ["the whole file with the same ETag", file, 200, { etag: '"v1"' }, 40],
  ["the whole file with the same date", { ...file, etag: "" }, 200, { "last-modified": file.modified }, 40],
  [
    "the whole file with the same length",
    { received: 40, length: 100 },
    200,
    { "content-length": "100" },
    40,
  ],
])("%s continues the file", (_case, have, status, headers, skip) => {
  expect(continuationOf(have, status, headers as Record<string, string>)).toMatchObject({
    kind: "bytes",
    skip,
    file: have,
  });
});

test.each([
  ["another ETag", file, 200, { etag: '"v2"', "content-length": "100" }, "written again"],
  [
    "another ETag in spite of the condition",
    file,
    206,
    { ...range("bytes 40-99/100"), etag: '"v2"' },
    "written again",
  ],
  ["another date", { received: 40, modified: "x" }, 200, { "last-modified": "y" }, "written again"],
  ["another length", file, 200, { "content-length": "90", etag: '"v1"' }, "90 bytes instead of 100"],
  ["another length in the range", file, 206, range("bytes 40-89/90"), "90 bytes"],
  ["no ETag, date or length to compare", { received: 40 }, 200, { "content-length": "100" }, "does not say"],
  ["another range", file, 206, range("bytes 0-99/100"), undefined],
  ["a range after a gap", file, 206, range("bytes 50-99/100"), "another range"],
  ["several ranges", file, 206, { etag: '"v1"' }, "another range"],
  [
    "an end before the received bytes",
    { received: 40, etag: '"v1"' },
    416,
    { ...range("bytes */30"), etag: '"v1"' },
    "no bytes after",
  ],
])("%s", (_case, have, status, headers, reason) => {
  const next = continuationOf(have, status, headers);
  if (reason === undefined) expect(next).toMatchObject({ kind: "bytes", skip: 40 });
  else expect(next).toMatchObject({ kind: "mismatch", reason: expect.stringContaining(reason) as string });
});

test("nothing is missing, because the connection broke after the last byte", () => {
  const have = { received: 100, etag: '"v1"' };
  expect(continuationOf(have, 416, { ...range("bytes */100"), etag: '"v1"' })).toEqual({ kind: "complete" });
});
