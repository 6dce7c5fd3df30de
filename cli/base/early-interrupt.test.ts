// Ctrl-C while the program still loads.

import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { catchEarlyInterrupt } from "./early-interrupt.js";

function load() {
  const seen: (string | number)[] = [];
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void seen.push(code) });
  const release = catchEarlyInterrupt(source, (text) => void seen.push(text));
  return { source, release, seen };
}

it("ends the process with a sentence and the exit code of an interruption", () => {
  const { source, seen } = load();
  source.emit("SIGINT");
  expect(seen).toEqual(["Interrupted.\n", 5]);
});

it("is left to the command once the command listens", () => {
  const { source, seen } = load();
  source.on("SIGINT", () => void seen.push("command"));
  source.emit("SIGINT");
  expect(seen).toEqual(["command"]);
});

it("is no longer caught after the release", () => {
  const { source, release, seen } = load();
  release();
  source.emit("SIGINT");
  expect(seen).toEqual([]);
});
