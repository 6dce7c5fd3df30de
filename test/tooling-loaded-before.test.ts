// What the build of a page knows of the modules that are loaded before a part of the page.

import { expect, it } from "vitest";
import { loadedBefore } from "../tools/loaded-before.js";

/** Modules with what they import at once, and what they import later. */
const inputs = (modules: Readonly<Record<string, readonly [now: string, later: string]>>) =>
  Object.fromEntries(
    Object.entries(modules).map(([path, [now, later]]) => [
      path,
      {
        bytes: 1,
        imports: [
          ...Array.from(now, (other) => ({ path: other, kind: "import-statement" as const })),
          ...Array.from(later, (other) => ({ path: other, kind: "dynamic-import" as const })),
        ],
      },
    ]),
  );
const beforeOf = (modules: Parameters<typeof inputs>[0], part: string): string =>
  [...(loadedBefore(inputs(modules), "M").get(part) ?? ["none"])].sort().join("");

it.each([
  [
    "what the page needs",
    { M: ["ab", "V"], a: ["", ""], b: ["c", ""], c: ["", ""], V: ["", ""] },
    "V",
    "abc",
  ],
  [
    "what the importer needs too",
    { M: ["a", "V"], a: ["", ""], V: ["v", "L"], v: ["", ""], L: ["", ""] },
    "L",
    "Vav",
  ],
  [
    "only what each of several importers needs",
    { M: ["", "VW"], V: ["ab", "L"], W: ["bc", "L"], L: ["", ""] },
    "L",
    "b",
  ],
  [
    "nothing more than the page needs, if the page imports it too",
    { M: ["a", "VL"], V: ["b", "L"], L: ["", ""] },
    "L",
    "a",
  ],
  ["itself, if it imports the part that imports it", { M: ["", "V"], V: ["", "L"], L: ["", "V"] }, "V", ""],
] as const)("a part has %s", (_, modules, part, expected) => {
  expect(beforeOf(modules, part)).toBe(expected);
});
