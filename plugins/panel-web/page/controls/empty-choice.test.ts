// What the field of a choice says while nothing is chosen.

import { expect, it } from "vitest";
import { emptyChoiceText, unknownChoiceText } from "./empty-choice.js";

const from = { class: "CheckpointLoaderSimple", input: "ckpt_name" };
const required = { isRequired: true, asks: false };

it.each([
  ["The first of the backend", { "x-optionsFrom": from }, required],
  ["Found by its name", { "x-optionsFrom": { ...from, prefer: ["svd"] } }, required],
  ["Choose one", { "x-optionsFrom": { ...from, prefer: ["svd"] } }, { isRequired: true, asks: true }],
  ["automatic", { "x-optionsFrom": from, default: "" }, { isRequired: false, asks: false }],
  ["euler", { "x-optionsFrom": from, default: "euler" }, required],
])("says: %s", (text, field, use) => {
  expect(emptyChoiceText(field, use)).toBe(text);
});

it.each([
  [undefined, "Default"],
  ["", "Default"],
  ["huge", "huge (not a choice)"],
  [7, "7 (not a choice)"],
])("the value %s of an enum that is none of its choices is told as: %s", (value, text) => {
  expect(unknownChoiceText(value)).toBe(text);
});
