// The tools of every server, as the README lists them.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tools } from "./tools.js";

it("the README has a row for each tool, with its scope", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)].map(([, name, scope]) => [name, scope]);
  expect(rows).toEqual(tools.map(({ name, scope }) => [name, scope]));
});
