// Pointers to values, with the escapes of RFC 6901.

import { expect, it } from "vitest";
import { jsonPointer, pointerParts } from "./json-pointer.js";

it.each([
  [[], ""],
  [["profiles", "a/b~c"], "/profiles/a~1b~0c"],
  [["items", 2, ""], "/items/2/"],
] as const)("of %j is %j", (parts, pointer) => {
  expect(jsonPointer(...parts)).toBe(pointer);
  expect(pointerParts(pointer)).toEqual(parts.map(String));
  expect(pointerParts(`#${pointer}`)).toEqual(parts.map(String));
});
