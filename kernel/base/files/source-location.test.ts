// The place of an error in a plugin's files.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, it } from "vitest";
import { sourceLocation } from "./source-location.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor place-"))));
const withStack = (...frames: readonly string[]): Error =>
  Object.assign(new Error("m"), {
    stack: `Error: m\n${frames.map((frame) => `    at ${frame}`).join("\n")}`,
  });
const url = (name: string): string => pathToFileURL(join(folder, name)).href;

it.each([
  ["of a function", () => [`f (${url("index.js")}:1:38)`], " (at index.js:1:38)"],
  ["without a name", () => [`${url("lib/team.js")}:12:3`], ` (at ${join("lib", "team.js")}:12:3)`],
  [
    "below the kernel's and Node's",
    () => ["g (node:internal/x:1:2)", "/k/call.js:3:4", `${url("a.js")}:5:6`],
    " (at a.js:5:6)",
  ],
  [
    "of a path with the slashes of another system",
    () => [`f (${folder}//index.js:7:8)`],
    " (at index.js:7:8)",
  ],
  ["of a path", () => [`f (${join(folder, "index.js")}:7:8)`], " (at index.js:7:8)"],
  ["of other folders only", () => [`f (${url("../other/index.js")}:1:1)`], ""],
])("a frame %s", (_name, frames, place) => {
  expect(sourceLocation(folder, withStack(...frames()))).toBe(place);
});

it.each([
  [
    "in the module",
    "index.js",
    "export default () => {\n  this is wrong\n};\n",
    "Unexpected identifier 'is'",
    "2:8",
  ],
  [
    "after imports and exports",
    "lib/team.mjs",
    "import {\n  a,\n} from \"x\";\nimport b from 'y';\nexport const c = 1;\nconst d = await c;\nexport default b b;\n",
    "Unexpected identifier 'b'",
    "7:18",
  ],
])("a syntax error %s", (_name, file, text, message, position) => {
  mkdirSync(join(folder, "lib"));
  writeFileSync(join(folder, "fine.js"), 'import "z";\nexport default 1;\n');
  writeFileSync(join(folder, file), text);
  expect(sourceLocation(folder, new SyntaxError(message))).toBe(` (at ${join(file)}:${position})`);
});

it("is empty if unknown", () => {
  writeFileSync(join(folder, "index.js"), "a b");
  expect(sourceLocation(folder, new SyntaxError("Unexpected end of input"))).toBe("");
  expect(sourceLocation(folder, "text")).toBe("");
  expect(sourceLocation(undefined, new Error("m"))).toBe("");
  expect(sourceLocation(join(folder, "gone"), new SyntaxError("m"))).toBe("");
  const hostile = new Error("m");
  Object.defineProperty(hostile, "stack", {
    get: () => {
      throw new Error("no");
    },
  });
  expect(sourceLocation(folder, hostile)).toBe("");
});
