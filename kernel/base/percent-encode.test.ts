// Characters that are encoded, and characters that stay.

import { expect, it } from "vitest";
import { percentDecode, percentEncode } from "./percent-encode.js";

it.each([
  ["unreserved characters", "aZ09-._~", "aZ09-._~"],
  ["marks that encodeURIComponent leaves", "!'()*", "%21%27%28%29%2A"],
  ["what means something in a query", "a b&c=d+e#/", "a%20b%26c%3Dd%2Be%23%2F"],
  ["UTF-8", "ä€😀", "%C3%A4%E2%82%AC%F0%9F%98%80"],
  ["half of a surrogate pair", "\uD83D", "%EF%BF%BD"],
])("%s", (_name, text, encoded) => {
  expect(percentEncode(text)).toBe(encoded);
});

it.each([
  ["UTF-8", "%C3%A4 b+c", "ä b+c"],
  ["a text with an escape that is not valid", "%C3%A4 50%", "%C3%A4 50%"],
  ["bytes that are no UTF-8", "%FF", "%FF"],
])("decodes %s", (_name, text, decoded) => {
  expect(percentDecode(text)).toBe(decoded);
});
