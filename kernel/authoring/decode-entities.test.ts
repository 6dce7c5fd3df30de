// Character references of XML and HTML.

import { expect, it } from "vitest";
import { decodeEntities } from "./decode-entities.js";

it.each([
  ["names", "&lt;a&gt; &amp;amp; &quot;b&apos;", "<a> &amp; \"b'"],
  ["numbers", "&#39;&#x1F98a;&#X41;", "'\u{1f98a}A"],
  [
    "an unknown name, and that of a member of every object",
    "&copy; &toString; & &;",
    "&copy; &toString; & &;",
  ],
  ["a number beyond the last character", "&#x110000;", "&#x110000;"],
])("%s", (_name, text, expected) => {
  expect(decodeEntities(text)).toBe(expected);
});
