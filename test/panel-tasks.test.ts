// The list of tasks in the panel: every test that it names exists.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { citationsIn, rowsIn, unknownCitations } from "./citations.test.support.js";
import { root } from "./sources.test.support.js";

const page = readFileSync(join(root, "test/full/panel/tasks.md"), "utf8");

it("every row names a test", () => {
  const rows = rowsIn(page);
  expect(rows.length).toBeGreaterThanOrEqual(91);
  expect(rows.filter((row) => citationsIn(row).length === 0)).toEqual([]);
});

it("every title is that of a test in its file", () => {
  expect(unknownCitations(join(root, "test/full/panel-web"), citationsIn(page))).toEqual([]);
});
