// The project record: formatting, parsing, and the rejection of invalid records.

import { describe, expect, it } from "vitest";
import { metadata } from "../testing/images.js";
import { formatAsciiRecord, formatProjectRecord, parseProjectRecord } from "./project-record.js";

const { record } = metadata;
const parseWith = (change: object) => parseProjectRecord(JSON.stringify({ ...record, ...change }));

it.each([
  ["in Unicode", formatProjectRecord, false],
  ["in ASCII", formatAsciiRecord, true],
])("is the same after formatting %s and parsing", (_situation, format, isAscii) => {
  const text = format(record);
  expect(/^[\x20-\x7e]*$/.test(text)).toBe(isAscii);
  expect(parseProjectRecord(text)).toEqual({ record });
});

it("keeps the metadata of output plugins and the notice of the backend, and drops unknown fields", () => {
  const more = { metadata: { upscaled: true }, backend: { ...record.backend, notice: "simulated" } };
  expect(parseWith({ ...more, later: 1 })).toEqual({ record: { ...record, ...more } });
});

it("has the place 0 when it was written before the field existed", () => {
  const { place: _place, ...olderRecord } = record;
  expect(parseProjectRecord(JSON.stringify(olderRecord))).toEqual({ record });
});

describe("is refused", () => {
  it.each([
    ["text that is not JSON", "{", /not JSON/],
    ["a list", "[]", /not an object/],
    ["null", "null", /not an object/],
    ["no version", "{}", /has version null/],
    ["a later version", JSON.stringify({ ...record, version: 2 }), /has version 2/],
  ])("%s", (_situation, text, problem) => {
    expect(parseProjectRecord(text)).toEqual({ problem: expect.stringMatching(problem) as string });
  });

  it.each([
    ["workflow", ""],
    ["params", []],
    ["features", [{ id: "lora" }]],
    ["features", {}],
    ["prompt", { positive: "a" }],
    ["seed", 42],
    ["seed", "-1"],
    ["seed", "18446744073709551616"],
    ["batch", -1],
    ["index", 1.5],
    ["place", "0"],
    ["metadata", null],
    ["plugins", { a: 1 }],
    ["backend", { name: "x" }],
  ])("a record whose %s is %j", (name, value) => {
    expect(parseWith({ [name]: value })).toEqual({
      problem: expect.stringContaining(`has a "${name}" that is not`) as string,
    });
  });
});
