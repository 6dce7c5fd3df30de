// .ci/run reports every failure at its end. Runs with fake npm commands in an empty project.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let project = "";

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "pictor-ci-"));
  cpSync(join(root, ".ci"), join(project, ".ci"), { recursive: true });
  mkdirSync(join(project, "bin"));
});
afterEach(() => {
  rmSync(project, { recursive: true, force: true });
});

const report = (passed: number, failed: number): string =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, numTodoTests: 0 });

/** `cases` are lines of a shell `case` for npm's parameters. `$report` is the path of vitest's report. */
function ci(...cases: readonly string[]) {
  const lines = [
    "#!/usr/bin/env bash",
    'all="$*"; report="${all##*--outputFile.json=}"',
    'case "$*" in',
    ...cases,
    // There is no other Node, so its tests are skipped.
    "install*) exit 1 ;;",
    "esac",
  ];
  // The other commands only have to exist, so that nothing is installed for the test.
  for (const name of ["npm", "git", "python3", "exiftool"]) {
    writeFileSync(join(project, "bin", name), `${lines.join("\n")}\n`);
    chmodSync(join(project, "bin", name), 0o755);
  }
  const env = { ...process.env, PATH: `${join(project, "bin")}${delimiter}${process.env["PATH"] ?? ""}` };
  const { status, stdout } = spawnSync("bash", [".ci/run"], { cwd: project, env, encoding: "utf8" });
  return { status, stdout, last: stdout.trimEnd().split("\n").at(-1) };
}

const goodTests = `test*) echo '${report(7, 0)}' >"$report" ;;`;
const goodFull = `"run test:full"*) echo '${report(3, 0)}' >"$report" ;;`;

describe.skipIf(process.platform === "win32")(".ci/run", () => {
  it("adds up the tests of every run, and says which Node could not be had", () => {
    const { status, stdout, last } = ci(goodTests, goodFull);
    expect([status, last]).toEqual([0, "10 passed, 0 failed"]);
    expect(stdout.match(/skipped: the hermetic tests on Node/g)).toHaveLength(2);
  });

  it("fails with failed tests and counts each once", () => {
    const failing = `test*) echo '${report(5, 2)}' >"$report"; exit 1 ;;`;
    expect(ci(failing, goodFull)).toMatchObject({ status: 1, last: "8 passed, 2 failed" });
  });

  it("names the failed tests, and the files that could not be loaded, before its last line", () => {
    const results = {
      ...(JSON.parse(report(5, 1)) as object),
      testResults: [
        {
          name: join(project, "one.test.ts"),
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "adds", failureMessages: [] },
            { status: "failed", fullName: "subtracts", failureMessages: ["AssertionError: 1 is not 2"] },
          ],
        },
        {
          name: join(project, "two.test.ts"),
          status: "failed",
          message: "no such module",
          assertionResults: [],
        },
      ],
    };
    const { stdout, last } = ci(`test*) echo '${JSON.stringify(results)}' >"$report"; exit 1 ;;`, goodFull);
    expect(last).toBe("8 passed, 1 failed");
    expect(stdout).toContain("FAILED hermetic: one.test.ts > subtracts\n  AssertionError: 1 is not 2");
    expect(stdout).toContain("FAILED hermetic: two.test.ts\n  no such module");
    expect(stdout).not.toContain("> adds");
  });

  it("counts a step without a report as one failure, and goes on", () => {
    const { status, stdout, last } = ci('"run lint") exit 1 ;;', goodTests, goodFull);
    expect([status, last]).toEqual([1, "10 passed, 1 failed"]);
    expect(stdout).toContain("failed steps: lint");
  });

  it("counts a run of tests that broke without a failed test", () => {
    const crashed = `test*) echo '${report(6, 0)}' >"$report"; exit 1 ;;`;
    expect(ci(crashed, goodFull)).toMatchObject({ status: 1, last: "9 passed, 1 failed" });
  });

  it("counts a report that was cut off", () => {
    expect(ci(`test*) echo '{' >"$report" ;;`, goodFull)).toMatchObject({
      status: 1,
      last: "3 passed, 1 failed",
    });
  });

  it("ends at once, with its last line, when nothing can be installed", () => {
    const { status, stdout, last } = ci("ci) exit 1 ;;", goodTests);
    expect([status, last]).toEqual([1, "0 passed, 1 failed"]);
    expect(stdout).toContain("failed steps: install");
    expect(stdout).not.toContain("== lint");
  });
});
