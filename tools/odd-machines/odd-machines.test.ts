// What the words of the command choose, and what it prints about the reports of vitest.

import { expect, it } from "vitest";
import { choose } from "./choose.js";
import { oddMachines } from "./machines.js";
import { outcomeOf, type Report } from "./outcome.js";
import { isFailure, tableOf, type Row } from "./table.js";

const [first, second, third] = oddMachines as [Row["machine"], Row["machine"], Row["machine"]];

const reportOf = (...testResults: Report["testResults"]): Report => ({
  numPassedTests: 1,
  numFailedTests: testResults.length,
  numPendingTests: 2,
  testResults,
});
const broken = {
  name: "/project/a.test.ts",
  status: "failed",
  message: "",
  assertionResults: [
    { fullName: "adds", status: "passed" },
    { fullName: "divides", status: "failed", failureMessages: ["expected 1\n  at a.ts"] },
  ],
};
const unloaded = {
  name: "/project/b.test.ts",
  status: "failed",
  message: "no module\nx",
  assertionResults: [],
};
const ending = { code: 1, output: "Startup\nError: EROFS\n  at x", root: "/project" };

it.each([
  ["names of machines", ["umask-0", "path"], ["umask-0", "path"], []],
  [
    "filters, for every machine",
    ["host", "plugins/a"],
    oddMachines.map(({ name }) => name),
    ["host", "plugins/a"],
  ],
  ["both", ["test/x", "lang-c"], ["lang-c"], ["test/x"]],
] as const)("the words may be %s", (_what, words, names, filters) => {
  const choice = choose(words, (path) => path === "host");
  expect([choice.machines.map(({ name }) => name), choice.filters]).toEqual([names, filters]);
});

it("a misspelt name is refused", () => {
  expect(() => choose(["umask-1"], () => false)).toThrow('"umask-1" is neither a path nor a machine');
});

it("the failures are tests, and files that could not be loaded", () => {
  expect(outcomeOf(reportOf(broken, unloaded), ending)).toEqual({
    kind: "ran",
    passed: 1,
    skipped: 2,
    failures: ["a.test.ts: divides: expected 1", "b.test.ts: no module"],
  });
});

it("a run without a report, or that fails beside its tests, did not end", () => {
  const did = { kind: "broken", reason: `exit code ${ending.code}\n${ending.output}`.trim() };
  expect([outcomeOf(undefined, ending), outcomeOf(reportOf(), ending)]).toEqual([did, did]);
});

it("the table says what failed, and what cannot be tried here", () => {
  const rows: readonly Row[] = [
    { machine: first, outcome: outcomeOf(reportOf(broken), ending) },
    { machine: second, outcome: outcomeOf(undefined, ending) },
    { machine: third, outcome: { kind: "impossible", reason: "spawn unshare ENOENT" } },
  ];
  expect(tableOf(rows).split("\n")).toEqual([
    "machine     passed   failed  skipped",
    "umask-0          1        1        2",
    "umask-077  did not end: Error: EROFS",
    "read-only  not tried here: spawn unshare ENOENT",
  ]);
  expect(rows.map(isFailure)).toEqual([true, true, false]);
});
