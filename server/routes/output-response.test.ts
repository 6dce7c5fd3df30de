// Which part of a file a request with a range gets.

import { expect, it } from "vitest";
import { rangeOf } from "./output-response.js";

it.each<[string | null, number, ReturnType<typeof rangeOf>]>([
  [null, 10, undefined],
  ["bytes=0-0", 10, { start: 0, end: 0 }],
  ["bytes=2-4", 10, { start: 2, end: 4 }],
  ["bytes=2-", 10, { start: 2, end: 9 }],
  ["bytes=2-9", 10, { start: 2, end: 9 }],
  ["bytes=2-99", 10, { start: 2, end: 9 }],
  ["bytes=-3", 10, { start: 7, end: 9 }],
  ["bytes=-99", 10, { start: 0, end: 9 }],
  ["bytes=9-", 10, { start: 9, end: 9 }],
  ["bytes=10-", 10, "outside"],
  ["bytes=-0", 10, "outside"],
  ["bytes=4-2", 10, "outside"],
  ["bytes=0-", 0, "outside"],
  ["bytes=-", 10, undefined],
  ["bytes=0-1,4-5", 10, undefined],
  ["items=0-1", 10, undefined],
])("%j of a file of %i bytes", (header, size, range) => {
  expect(rangeOf(header, size)).toEqual(range);
});
