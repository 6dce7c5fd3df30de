// Output that cannot be written.

import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { watchOutput } from "./lost-output.js";

function watched() {
  const written: string[] = [];
  const stdout = Object.assign(new EventEmitter(), { write: () => true });
  const stderr = Object.assign(new EventEmitter(), { write: (text: string) => written.push(text) });
  return { stdout, written, codeOf: watchOutput(stdout, stderr) };
}
const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

it("is told once, and a command that has finished ends with exit code 1", () => {
  const { stdout, written, codeOf } = watched();
  stdout.emit("error", failure("ENOSPC"));
  stdout.emit("error", failure("ENOSPC"));
  expect([codeOf(0), codeOf(7), written]).toEqual([
    1,
    7,
    [
      "error: The output could not be written to standard output: there is no space left on the device. Part of it is lost.\n",
    ],
  ]);
});

it("is no error if the reader has closed the pipe", () => {
  const { stdout, written, codeOf } = watched();
  stdout.emit("error", failure("EPIPE"));
  expect([codeOf(0), written]).toEqual([0, []]);
});
