// LoRA tags while they are typed.

import { expect, it } from "vitest";
import { openTagAt, withFile } from "./lora-tag.js";

it.each([
  ["a <lora:gh", { start: 8, name: "gh" }],
  ["<LoRA:", { start: 6, name: "" }],
  ["a <lora:x:0.8", undefined],
  ["a <lora:x> b", undefined],
  ["a < b", undefined],
])("in %j the caret at the end is in %j", (text, tag) => {
  expect(openTagAt(text, text.length)).toEqual(tag);
});

it("the chosen file completes the tag, and its strength is selected", () => {
  const typed = "a <lora:gh, b";
  const caret = "a <lora:gh".length;
  const done = withFile(typed, caret, { start: 8, name: "gh" }, "anime/ghibli.safetensors");
  expect(done.text).toBe("a <lora:anime/ghibli:0.8>, b");
  expect(done.text.slice(done.from, done.to)).toBe("0.8");
});

it("a tag that has its end keeps it, and signs of the syntax get a backslash", () => {
  const done = withFile("<lora:o:0.5> x", 7, { start: 6, name: "o" }, "a{1}.pt");
  expect(done.text).toBe("<lora:a\\{1\\}:0.5> x");
});
