// What keys do in a list of what can be chosen.

import { expect, it } from "vitest";
import { nextActive, nextInCircle, typeAhead } from "./choice-keys.js";

it.each([
  ["the arrow down opens a closed list at the value in effect", "ArrowDown", undefined, 3],
  ["the arrow up opens it there too", "ArrowUp", undefined, 3],
  ["Home opens it at the first", "Home", undefined, 0],
  ["End opens it at the last", "End", undefined, 29],
  ["Page Down does nothing while it is closed", "PageDown", undefined, undefined],
  ["the arrow down goes on by one", "ArrowDown", 4, 5],
  ["and stays at the last", "ArrowDown", 29, 29],
  ["the arrow up goes back by one", "ArrowUp", 4, 3],
  ["and stays at the first", "ArrowUp", 0, 0],
  ["Page Down goes on by ten", "PageDown", 4, 14],
  ["Page Up goes back by ten, to the first at most", "PageUp", 4, 0],
  ["another key leads nowhere", "F2", 4, undefined],
])("%s", (_, key, active, expected) => {
  expect(nextActive(key, active, 3, 30)).toBe(expected);
});

it.each([
  ["the arrow down goes from the field to the first", "ArrowDown", -1, 0],
  ["the arrow up goes from the field to the last", "ArrowUp", -1, 2],
  ["the arrow down goes from the last to the first", "ArrowDown", 2, 0],
  ["the arrow up goes from the first to the last", "ArrowUp", 0, 2],
  ["another key leads nowhere", "Enter", 1, undefined],
])("in a circle, %s", (_, key, at, expected) => {
  expect(nextInCircle(key, at, 3)).toBe(expected);
});

it("a list without options has nothing to reach", () => {
  expect(nextInCircle("ArrowDown", -1, 0)).toBeUndefined();
  expect(nextActive("ArrowDown", undefined, 0, 0)).toBeUndefined();
});

const texts = ["None", "Basic Auth", "Bearer Token", "OAuth 1.0", "OAuth 2.0"];
/** Types characters one after the other, each so many milliseconds after the one before. */
const type = (text: string, from: number, pauseMs = 100): number | undefined => {
  let typed = { text: "", atMs: 0 };
  let active = from;
  let index: number | undefined;
  for (const [at, key] of Array.from(text).entries()) {
    const found = typeAhead({ key, altKey: false, timeStamp: 5_000 + at * pauseMs }, typed, texts, active);
    if (found === undefined) return undefined;
    typed = found.typed;
    index = found.index;
    active = index ?? active;
  }
  return index;
};

it.each([
  ["the first text that begins with it", "o", 0, 3],
  ["the text that begins with all of it", "be", 0, 2],
  ["a text with a space", "oauth 2", 0, 4],
  ["the next one, for the same character again", "oo", 0, 4],
  ["the first one again, after the last", "ooo", 0, 3],
  ["no text", "x", 0, undefined],
  ["nothing, for a space alone, which presses the button", " ", 0, undefined],
])("what is typed finds %s", (_, text, from, expected) => {
  expect(type(text, from)).toBe(expected);
});

it("after a pause, a text begins anew", () => {
  expect(type("bn", 0, 1_000)).toBe(0);
});
