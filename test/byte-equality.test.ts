// Byte arrays in expectations.

import { expect, it } from "vitest";
import { areBytesEqual } from "./byte-equality.js";

const bytes = Buffer.from([1, 2, 3]);

it.each([
  ["the same bytes", Buffer.from([1, 2, 3]), true],
  ["another byte", Buffer.from([1, 2, 4]), false],
  ["a byte more", Buffer.from([1, 2, 3, 0]), false],
  ["no bytes", Buffer.alloc(0), false],
  ["the same bytes in an array of another class", new Uint8Array([1, 2, 3]), undefined],
  ["a list of numbers", [1, 2, 3], undefined],
  ["nothing", undefined, undefined],
])("a buffer beside %s", (_what, other, expected) => {
  expect(areBytesEqual(bytes, other)).toBe(expected);
});

it("are compared inside of other values, and by their class where the expectation is strict", () => {
  expect({ list: [{ bytes }] }).toEqual({ list: [{ bytes: Buffer.from([1, 2, 3]) }] });
  expect({ list: [{ bytes }] }).not.toEqual({ list: [{ bytes: Buffer.from([3, 2, 1]) }] });
  expect({ bytes }).not.toStrictEqual({ bytes: new Uint8Array([1, 2, 3]) });
  expect({ bytes: new Uint8Array([1, 2, 3]) }).toStrictEqual({ bytes: new Uint8Array([1, 2, 3]) });
});
