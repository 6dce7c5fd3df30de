// The plugin behind an unhandled error, found by the stack.

import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { rejectionOwner } from "./rejection-owner.js";

const folder = mkdtempSync(join(tmpdir(), "pictor owner-"));
mkdirSync(join(folder, "b"));
const plugins = [
  { id: "output-a", origin: join(folder, "a") },
  { id: "output-b", origin: join(folder, "link") },
  { id: "output-inner", origin: join(folder, "a", "inner") },
  { id: "output-code", origin: "inline" },
];
const url = (name: string): string => pathToFileURL(join(folder, name)).href;
const withStack = (stack: unknown): Error => Object.assign(new Error("m"), { stack });
const frames = (...lines: readonly string[]): Error =>
  withStack(["Error: m", ...lines.map((line) => `    at ${line}`)].join("\n"));

it.each([
  [
    "of the first frame in one of them",
    ["node:internal/x:1:2", `${url("b/x.js")}:1:1`, `${url("a/x.js")}:1:1`],
    "output-b",
    " (at x.js:1:1)",
  ],
  ["of an async frame", [`async f (${url("a/x.js")}:2:3)`], "output-a", " (at x.js:2:3)"],
  ["that is inside another one", [`f (${url("a/inner/x.js")}:1:1)`], "output-inner", " (at x.js:1:1)"],
])("it is the plugin %s, with the place in its files", (_name, lines, plugin, place) => {
  if (plugin === "output-b") symlinkSync(join(folder, "b"), join(folder, "link"));
  expect(rejectionOwner(frames(...lines), plugins)).toEqual({ plugin, place });
});

const hostile = Object.defineProperty(new Error("m"), "stack", {
  get: () => {
    throw new Error("no");
  },
});
it.each([
  ["a frame of a folder whose name only begins so", frames(`f (${url("ab/x.js")}:1:1)`)],
  ["no file of theirs in the stack", frames("f (node:internal/x:1:2)")],
  ["a value that is no error", `Error: m\n    at f (${url("a/x.js")}:1:1)`],
  ["a stack that is no text", withStack(7)],
  ["a stack that cannot be read", hostile],
])("it is unknown for %s", (_name, thrown) => {
  expect(rejectionOwner(thrown, plugins)).toBeUndefined();
});
