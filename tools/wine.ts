// Runs the hermetic tests with Windows' Node under Wine, where Wine is installed; for maintainers and the nightly run.
//
//   npm run test:wine                           every test: half an hour
//   npm run test:wine -- host/trust             some tests
//   PICTOR_WINE_NODE=20 npm run test:wine       another major version of Node
//
// It needs `wine` and npm's registry, and changes nothing outside its temporary folder.

import { spawnSync } from "node:child_process";
import { existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outcomeOf, type Report } from "./odd-machines/outcome.js";
import { openStage } from "./odd-machines/stage.js";
import { artefactOf } from "./wine/artefacts.js";
import { prepareWindows, windowsPath } from "./wine/prepare.js";

const project = join(import.meta.dirname, "..");
const machine = { name: "windows", situation: "the Node of Windows, under Wine", copy: "project" };

/** Resolves to whether only Wine's artefacts fail. */
function runTests(filters: readonly string[]): boolean {
  const stage = openStage(machine, project);
  try {
    const version = process.env["PICTOR_WINE_NODE"] ?? "22";
    const windows = prepareWindows(join(stage.temporary, "windows"), stage.root, version);
    const report = join(stage.temporary, "report.json");
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--configLoader=runner", "--project=hermetic"];
    const reporters = ["--reporter=json", `--outputFile=${windowsPath(report)}`];
    // Under Wine a pipe is no standard output.
    const output = join(stage.temporary, "output.txt");
    const file = openSync(output, "w");
    const { status } = spawnSync("wine", [windows.node, ...vitest, ...reporters, ...filters], {
      cwd: stage.root,
      env: windows.env,
      stdio: ["ignore", file, file],
    });
    spawnSync("wineserver", ["-k"], { env: windows.env });
    const outcome = outcomeOf(
      existsSync(report) ? (JSON.parse(readFileSync(report, "utf8")) as Report) : undefined,
      { code: status, output: readFileSync(output, "utf8"), root: windowsPath(stage.root) },
    );
    if (outcome.kind !== "ran") {
      console.log(outcome.reason);
      return false;
    }
    const others = outcome.failures.filter((failure) => artefactOf(failure) === undefined);
    for (const failure of outcome.failures)
      console.log(`${artefactOf(failure) === undefined ? "failed" : "Wine's"}  ${failure}`);
    console.log(`${outcome.passed} passed, ${others.length} failed, ${outcome.skipped} skipped`);
    return others.length === 0;
  } finally {
    stage.remove();
  }
}

if (spawnSync("wine", ["--version"]).status !== 0) console.log("-- skipped: wine is missing");
else process.exitCode = runTests(process.argv.slice(2)) ? 0 : 1;
