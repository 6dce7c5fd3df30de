// Characters that are encoded, and characters that stay.

import { expect, it } from "vitest";
import { percentEncode } from "./percent-encode.js";

it.each([
  ["unreserved characters", "aZ09-._~", "aZ09-._~"],
  ["marks that encodeURIComponent leaves", "!'()*", "%21%27%28%29%2A"],
  ["what means something in a query", "a b&c=d+e#/", "a%20b%26c%3Dd%2Be%23%2F"],
  ["UTF-8", "ä€😀", "%C3%A4%E2%82%AC%F0%9F%98%80"],
  ["half of a surrogate pair", "\uD83D", "%EF%BF%BD"],
])("%s", (_name, text, encoded) => {
  expect(percentEncode(text)).toBe(encoded);
});
