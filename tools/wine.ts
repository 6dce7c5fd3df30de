// Runs the hermetic tests and the path of a new user in ten steps with Windows' Node under Wine, where Wine is
// installed; for maintainers and the nightly run.
//
//   npm run test:wine                           every test, and the ten steps: half an hour
//   npm run test:wine -- host/trust             some tests
//   npm run test:wine -- --steps                the ten steps
//   PICTOR_WINE_NODE=20 npm run test:wine       another major version of Node
//
// It needs `wine` and npm's registry, and changes nothing outside its temporary folder.

import { spawnSync } from "node:child_process";
import { existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outcomeOf } from "./odd-machines/outcome.js";
import { readReport, vitest } from "./odd-machines/run-tests.js";
import { openStage, type Stage } from "./odd-machines/stage.js";
import { prepareTenSteps } from "./ten-steps/prepare.js";
import type { StepResult } from "./ten-steps/step.js";
import { artefactOf, artefactOfStep } from "./wine/artefacts.js";
import { prepareWindows, windowsPath, type Windows } from "./wine/prepare.js";

const project = join(import.meta.dirname, "..");
const machine = { name: "windows", situation: "the Node of Windows, under Wine", copy: "project" };

/** Runs a script with Windows' Node, and writes what it prints. Under Wine a pipe is no standard output, so a file is. */
function runInWindows(
  windows: Windows,
  cwd: string,
  output: string,
  parameters: readonly string[],
): number | null {
  const file = openSync(output, "w");
  const stdio = ["ignore", file, file] as const;
  const { status } = spawnSync("wine", [windows.node, ...parameters], {
    cwd,
    env: windows.env,
    stdio: [...stdio],
  });
  spawnSync("wineserver", ["-k"], { env: windows.env });
  return status;
}

/** Returns whether only Wine's artefacts fail. */
function runTests(windows: Windows, { root, temporary }: Stage, filters: readonly string[]): boolean {
  const report = join(temporary, "report.json");
  const output = join(temporary, "output.txt");
  const reporters = ["--reporter=json", `--outputFile=${windowsPath(report)}`];
  const status = runInWindows(windows, root, output, [...vitest, ...reporters, ...filters]);
  const ended = { code: status, output: readFileSync(output, "utf8"), root: windowsPath(root) };
  const outcome = outcomeOf(readReport(report), ended);
  if (outcome.kind !== "ran") {
    console.log(outcome.reason);
    return false;
  }
  const others = outcome.failures.filter((failure) => artefactOf(failure) === undefined);
  for (const failure of outcome.failures)
    console.log(`${artefactOf(failure) === undefined ? "failed" : "Wine's"}  ${failure}`);
  console.log(`${outcome.passed} passed, ${others.length} failed, ${outcome.skipped} skipped`);
  return others.length === 0;
}

/** Resolves to whether only Wine's artefacts fail. */
async function runSteps(windows: Windows, { temporary }: Stage): Promise<boolean> {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new Error("npm runs this script: npm run test:wine");
  const { script, tarballs } = await prepareTenSteps(project, temporary);
  const report = join(temporary, "steps.json");
  const output = join(temporary, "steps.txt");
  runInWindows(windows, temporary, output, [script, temporary, tarballs, npm, report].map(windowsPath));
  console.log(readFileSync(output, "utf8").trim());
  if (!existsSync(report)) return false;
  const results = JSON.parse(readFileSync(report, "utf8")) as readonly StepResult[];
  const failed = results.flatMap(({ name, failure }) => (failure === undefined ? [] : [{ name, failure }]));
  for (const each of failed) {
    const artefact = artefactOfStep(each);
    if (artefact !== undefined) console.log(`Wine's  ${each.name}: ${artefact.reason}`);
  }
  return failed.every((each) => artefactOfStep(each) !== undefined);
}

async function runAll(parameters: readonly string[]): Promise<boolean> {
  const filters = parameters.filter((parameter) => parameter !== "--steps");
  const hasTests = filters.length > 0 || !parameters.includes("--steps");
  const hasSteps = filters.length === 0 || parameters.includes("--steps");
  const stage = openStage(machine, project);
  try {
    const version = process.env["PICTOR_WINE_NODE"] ?? "22";
    const windows = prepareWindows(join(stage.temporary, "windows"), stage.root, version);
    const passed = !hasTests || runTests(windows, stage, filters);
    return (!hasSteps || (await runSteps(windows, stage))) && passed;
  } finally {
    stage.remove();
  }
}

if (spawnSync("wine", ["--version"]).status !== 0) console.log("-- skipped: wine is missing");
else process.exitCode = (await runAll(process.argv.slice(2))) ? 0 : 1;
