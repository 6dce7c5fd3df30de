// The environment variables of Pictor: those that the code reads, those of the table, and those of the pages.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownVariables } from "../host/own-variables.js";
import { root, sourcesOf } from "./sources.test.support.js";

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);
const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

it("the code reads those of the table and no others", () => {
  const sources = ["kernel", "services", "libraries", "plugins", "host", "features", "server", "cli"].flatMap(
    (folder) => sourcesOf(folder),
  );
  const texts = sources
    .filter(({ isTest, path }) => !isTest && path !== "host/own-variables.ts")
    .map(({ text }) => text);
  expect(sorted(texts.flatMap((text) => namesIn(text, /"(PICTOR_[A-Z_]+)"/g)))).toEqual(sorted(ownVariables));
});

it.each(["docs/configuration.md", "cli/README.md"])("%s describes all of them and no others", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  expect(sorted(namesIn(text, /\b(PICTOR_[A-Z_]+)\b/g))).toEqual(sorted(ownVariables));
});
