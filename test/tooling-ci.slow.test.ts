// .ci/run reports each failure at its end, and installs programs only where it is told to. Runs with fake programs in
// an empty project.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ci, project } from "./tooling-ci.test.support.js";

const report = (passed: number, failed: number): string =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, numTodoTests: 0 });
const goodTests = `test*) echo '${report(7, 0)}' >"$report" ;;`;
const goodFull = `"run test:full"*) echo '${report(3, 0)}' >"$report" ;;`;
const good = [goodTests, goodFull];
const startingWith = (calls: readonly string[], program: string) =>
  calls.filter((call) => call.startsWith(`${program} `));

describe.skipIf(process.platform === "win32")(".ci/run", () => {
  it("fails with failed tests and counts each once", () => {
    const failing = `test*) echo '${report(5, 2)}' >"$report"; exit 1 ;;`;
    expect(ci({ npm: [failing, goodFull] })).toMatchObject({ status: 1, last: "8 passed, 2 failed" });
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
    const failing = `test*) echo '${JSON.stringify(results)}' >"$report"; exit 1 ;;`;
    const { stdout, last } = ci({ npm: [failing, goodFull] });
    expect(last).toBe("8 passed, 1 failed");
    expect(stdout).toContain("FAILED hermetic: one.test.ts > subtracts\n  AssertionError: 1 is not 2");
    expect(stdout).toContain("FAILED hermetic: two.test.ts\n  no such module");
    expect(stdout).not.toContain("> adds");
  });

  it("counts a step without a report as one failure, and goes on", () => {
    const { status, stdout, last } = ci({ npm: ['"run lint") echo spaces; exit 1 ;;', ...good] });
    expect([status, last]).toEqual([1, "10 passed, 1 failed"]);
    expect(stdout).toContain("== lint\nspaces\n!! lint failed");
    expect(stdout).toContain("failed steps: lint");
  });

  it("ends at once, with its last line, when no package can be installed", () => {
    const { status, stdout, last } = ci({ npm: ["ci) exit 1 ;;", goodTests] });
    expect([status, last]).toEqual([1, "0 passed, 1 failed"]);
    expect(stdout).toContain("failed steps: install");
    expect(stdout).not.toContain("== lint");
  });

  it("ends with its last line when it has no time left", () => {
    const { status, stdout, last } = ci({ npm: good, env: { PICTOR_CI_MINUTES: "0" } });
    expect([status, last]).toEqual([1, "0 passed, 1 failed"]);
    expect(stdout).toContain("no time left");
  });
});

describe.skipIf(process.platform === "win32")("the parts of .ci/run", () => {
  it.each([
    ["static", ["generated", "typecheck", "docs", "build", "release", "benchmarks", "lint"]],
    ["hermetic", ["hermetic"]],
    ["full", ["build", "full"]],
    ["all", ["generated", "typecheck", "docs", "build", "release", "benchmarks", "hermetic", "lint", "full"]],
  ])("%s", (part, steps) => {
    const { status, stdout } = ci({ parameters: [part], npm: good });
    const titles = [...stdout.matchAll(/^== (.*)$/gm)].map(([, title]) => title);
    expect([status, titles]).toEqual([0, ["install", ...steps]]);
  });

  it.each([[["nonsense"]], [["static", "--shard=1/3"]], [["all", "--shard=1/3"]]])(
    "do not include %j, which does nothing",
    (parameters) => {
      const { status, stdout, stderr, calls } = ci({ parameters });
      expect([status, stdout, calls]).toEqual([2, "", []]);
      expect(stderr).toContain("usage: bash .ci/run");
    },
  );
});

describe.skipIf(process.platform === "win32")("the programs of the full tests", () => {
  const nothing = { npm: good, installed: [] };

  it.each([
    ["an ordinary user", { uid: 1000 }],
    ["root", { uid: 0 }],
    ["an ordinary user with CI=true", { uid: 1000, env: { CI: "true" } }],
    ["root with CI=true who says no", { uid: 0, env: { CI: "true", PICTOR_CI_INSTALL: "0" } }],
  ])("are missed by name, and not installed, in a run by %s", (_, situation) => {
    const { status, stdout, calls } = ci({ ...nothing, ...situation });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^-- missing, so .*: git python3 redis-server .* chromium$/m);
    expect(calls.filter((call) => /\b(?:apt-get|sudo|service)\b/.test(call))).toEqual([]);
  });

  it.each([
    ["root with CI=true", { uid: 0, env: { CI: "true" } }, 0],
    ["root who says so", { uid: 0, env: { PICTOR_CI_INSTALL: "1" } }, 0],
    ["an ordinary user who says so, through sudo", { uid: 1000, env: { PICTOR_CI_INSTALL: "1" } }, 2],
  ])("are installed by %s", (_, situation, throughSudo) => {
    const { status, calls } = ci({ ...nothing, ...situation });
    expect(status).toBe(0);
    const [update, install, ...others] = startingWith(calls, "apt-get");
    expect(update).toMatch(/ update$/);
    expect(install).toMatch(/ install --no-install-recommends git python3 redis-server .* chromium$/);
    expect(others).toEqual([]);
    expect(calls.filter((call) => /^sudo .*apt-get/.test(call))).toHaveLength(throughSudo);
  });

  it("are not installed for the hermetic tests, which start none", () => {
    const { calls } = ci({ ...nothing, uid: 0, env: { CI: "true" }, parameters: ["hermetic"] });
    expect(startingWith(calls, "apt-get")).toEqual([]);
  });
});
