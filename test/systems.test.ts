// What differs between systems: the platform is an argument, so that a test can give another, and the user of a test is
// one of its own on each.

import { expect, it } from "vitest";
import { packageFolders, sourcesOf } from "./sources.test.support.js";

const product = packageFolders.flatMap(sourcesOf);

/** The lines with the pattern, with the path of their file. */
const linesWith = (pattern: RegExp, sources: typeof product): readonly string[] =>
  sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
  );

it("the platform of this machine is the default of a parameter, and read nowhere else", () => {
  const lines = linesWith(
    /process\.platform|\bplatform\(\)/,
    product.filter(({ isTest }) => !isTest),
  );
  expect(lines.length).toBeGreaterThan(5);
  expect(
    lines.filter((line) => !/\bplatform(?:: NodeJS\.Platform)? = process\.platform\b/.test(line)),
  ).toEqual([]);
});

/** Tests of the places themselves, and what gives them to all others. */
const places = [
  ...["kernel/authoring/data-folder", "host/configuration", "features/presets/presets", "host/trust/attacks"],
  ...["server/pictures/cache-folder", "test/temporary-folder", "test/systems"],
].map((path) => `${path}.test.ts`);
const givers = [
  "host/testing/every-system.ts",
  "test/temporary-folder.ts",
  // A disk that only Linux can mount.
  "test/full/full-disk.test.ts",
  // Reads the files of a farm, whose containers are Linux.
  "test/farm-page.test.ts",
];

it("a test that has a user of its own takes the variables of all systems", () => {
  const tests = [...product.filter(({ isTest }) => isTest), ...sourcesOf("test")];
  const others = tests.filter(({ path }) => ![...places, ...givers].includes(path));
  expect(linesWith(/\bXDG_(?:CONFIG|DATA|CACHE)_HOME\b/, others)).toEqual([]);
});
