// The project record: written, read back, and refused where it is not one.

import { describe, expect, it } from "vitest";
import { texts } from "./pictures.test.support.js";
import { parseRecord, recordText } from "./record.js";

const { record } = texts;
const read = (change: object) => parseRecord(JSON.stringify({ ...record, ...change }));

it.each([
  ["in all signs", false],
  ["in ASCII alone", true],
])("is written %s and read back the same", (_situation, isAscii) => {
  const text = recordText(record, isAscii);
  expect(/^[\x20-\x7e]*$/.test(text)).toBe(isAscii);
  expect(parseRecord(text)).toEqual({ record });
});

it("keeps what output steps said and what the backend noted, and leaves out what is not known", () => {
  const more = { metadata: { upscaled: true }, backend: { ...record.backend, notice: "simulated" } };
  expect(read({ ...more, later: 1 })).toEqual({ record: { ...record, ...more } });
});

it("has the place 0 where it was written before places were kept", () => {
  const { place: _place, ...older } = record;
  expect(parseRecord(JSON.stringify(older))).toEqual({ record });
});

describe("is refused", () => {
  it.each([
    ["text that is not JSON", "{", /not JSON/],
    ["a list", "[]", /not an object/],
    ["nothing", "null", /not an object/],
    ["no version", "{}", /has version null/],
    ["a later version", JSON.stringify({ ...record, version: 2 }), /has version 2, and 1 is/],
  ])("%s", (_situation, text, problem) => {
    expect(parseRecord(text)).toEqual({ problem: expect.stringMatching(problem) as string });
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
  ])("one whose %s is %j", (name, value) => {
    expect(read({ [name]: value })).toEqual({
      problem: expect.stringContaining(`has a "${name}" that is not`) as string,
    });
  });
});
