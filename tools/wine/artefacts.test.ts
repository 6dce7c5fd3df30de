// Which failures of tests are Wine's.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { artefactOf, artefactOfStep, artefacts } from "./artefacts.js";

const root = join(import.meta.dirname, "../..");
const known = [
  { file: "a/x.test.ts", setUp: "Command failed", reason: "r" },
  { file: "a/y.test.ts", test: "one", reason: "s" },
];

it.each([
  ["a/x.test.ts: Command failed: node", "r"],
  ["a/x.test.ts: any test: Error", undefined],
  ["a/y.test.ts: one of them: Error", "s"],
  ["a/y.test.ts: two: Error", undefined],
  ["b/a/x.test.ts: Command failed: node", undefined],
])("%s is explained by %s", (failure, reason) => {
  expect(artefactOf(failure, known)?.reason).toBe(reason);
});

it.each(artefacts.map((artefact) => [artefact.file, artefact] as const))(
  "%s is a file of tests",
  (file, artefact) => {
    expect(existsSync(join(root, file))).toBe(true);
    const start = "test" in artefact ? artefact.test : "beforeAll(";
    expect(readFileSync(join(root, file), "utf8")).toContain(start.split(" ").slice(0, 2).join(" "));
  },
);

it("a step is explained by its name and the beginning of its error", () => {
  const known = [{ step: "install", error: "nothing", reason: "r" }];
  const explained = (name: string, failure: string) => artefactOfStep({ name, failure }, known)?.reason;
  expect([
    explained("install", "nothing is there"),
    explained("install", "all"),
    explained("stop", "nothing"),
  ]).toEqual(["r", undefined, undefined]);
});
