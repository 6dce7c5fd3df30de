// What is kept of messages that nobody knows.

import { expect, test } from "vitest";
import { quiet } from "../remote.test.support.js";
import { createListeners } from "./listeners.js";

function logged(kinds: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const listeners = createListeners({ ...quiet, debug: (line) => void lines.push(line) });
  for (const wireType of kinds) listeners.tell({ type: "unknown", wireType, data: null });
  return lines;
}

test("each kind is logged once, by the beginning of its name", () => {
  expect(logged(["a", "b", "a"]).map((line) => line.split(": ")[1])).toEqual(["a", "b"]);
  const long = "x".repeat(100);
  expect(logged([`${long}1`, `${long}2`]).map((line) => line.split(": ")[1])).toEqual([long]);
});

test("of kinds without end, the first two hundred", () => {
  expect(logged(Array.from({ length: 1000 }, (_, index) => `task.${index}`))).toHaveLength(200);
});
