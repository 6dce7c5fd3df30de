// The log of unknown messages.

import { silentLogger } from "@pictor/host/testing";
import { expect, test } from "vitest";
import { createEventListeners } from "./event-listeners.js";

function logged(kinds: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const listeners = createEventListeners({ ...silentLogger, debug: (line) => void lines.push(line) });
  for (const wireType of kinds) listeners.notify({ type: "unknown", wireType, data: null });
  return lines;
}

test("each kind of message is logged once, with at most 100 characters for its name", () => {
  expect(logged(["a", "b", "a"]).map((line) => line.split(": ")[1])).toEqual(["a", "b"]);
  const long = "x".repeat(97);
  expect(logged([`${long}1234`, `${long}2345`]).map((line) => line.split(": ")[1])).toEqual([`${long}...`]);
});

test("at most 200 kinds are logged", () => {
  expect(logged(Array.from({ length: 1000 }, (_, index) => `task.${index}`))).toHaveLength(200);
});
