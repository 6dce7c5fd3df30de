// The table of the situations in the README of the library is that of the contract.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Ending } from "./steps.test.support.js";
import { situations } from "./situations.test.support.js";

const readme = join(import.meta.dirname, "../../libraries/prompt-life/README.md");

const textOf = (ending: Ending | undefined): string => {
  if (ending === undefined) return "";
  return ending.loss === undefined ? ending.ends : `${ending.ends}: ${ending.loss}`;
};

it("has a row for each situation", () => {
  const [, table = ""] = readFileSync(readme, "utf8").split(/<!-- \/?situations -->\n/);
  const cells = table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(cells).toEqual(
    situations.map((one) => [one.name, textOf(one), textOf(one.job), textOf(one.resumed)]),
  );
});
