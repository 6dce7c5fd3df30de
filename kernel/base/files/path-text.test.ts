// Texts that can be a path, and texts that were given in place of one.

import { expect, it } from "vitest";
import { pathProblem } from "./path-text.js";

it.each([
  ["JSON", '{"1": {"class_type": "SaveImage"}}', /JSON/],
  ["JSON behind a byte order mark and line ends", '\uFEFF\r\n{\r\n "1": {}}', /JSON/],
  ["an empty object", "{}", /JSON/],
  ["a list", '["a.json"]', /JSON/],
  ["an address of the web", "https://example.org/graph.json", /address/],
  ["an address of a file", "file:///graphs/a.json", /address/],
  ["a null character", "a\0.json", /null character/],
  ["a long name", `graphs/${"a".repeat(256)}`, /too long/],
])("%s is no path", (_case, text, reason) => {
  expect(pathProblem(text)).toMatch(reason);
});

it.each([
  "graph.json",
  String.raw`C:\graphs\a.json`,
  String.raw`\\server\share\a.json`,
  "{drafts}/a.json",
  "[1] a.json",
  "a: b.json",
  `${"a".repeat(255)}/${"b".repeat(255)}`,
  "",
])("%j can be one", (text) => {
  expect(pathProblem(text)).toBeUndefined();
});
