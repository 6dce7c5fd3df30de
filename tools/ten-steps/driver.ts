// The path of a new user in ten steps, with the Node that runs this script. Prints each step with its result. Whoever
// gave the folder removes it.
//
//   node driver.mjs FOLDER TARBALLS NPM [REPORT]

import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authStep, oauthStep } from "./credentials.js";
import { generateStep, journalStep } from "./images.js";
import { installStep } from "./install.js";
import { createNewUser } from "./new-user.js";
import { hasRunPlanted } from "./planted.js";
import { pluginsStep } from "./plugins.js";
import { endServer, panelStep, serveStep, stopStep } from "./server.js";
import { check, type Step, type StepResult } from "./step.js";
import { twoProcessesStep } from "./two-processes.js";

const [parent = "", tarballs = "", npm = "", report] = process.argv.slice(2);
const folder = mkdtempSync(join(realpathSync.native(parent), "ten steps-"));
const user = createNewUser(folder);

const steps: readonly Step[] = [
  installStep(tarballs, npm),
  generateStep,
  authStep,
  oauthStep,
  pluginsStep,
  serveStep,
  panelStep,
  journalStep,
  twoProcessesStep,
  stopStep,
];

const results: StepResult[] = [];
console.log(`${process.platform}, Node ${process.version}`);
for (const [index, { name, run }] of steps.entries()) {
  const began = performance.now();
  const step = `${index + 1} ${name}`;
  try {
    const seen = await run(user);
    check(!hasRunPlanted(user), "a program of the current folder was run");
    console.log(`ok      ${step}: ${seen} (${Math.round(performance.now() - began)} ms)`);
    results.push({ name });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.log(`failed  ${step}: ${failure}`);
    results.push({ name, failure });
  }
}
endServer();
const failed = results.filter(({ failure }) => failure !== undefined).length;
console.log(`${steps.length - failed} of ${steps.length} steps hold`);
if (report !== undefined) writeFileSync(report, JSON.stringify(results));
process.exitCode = failed > 0 ? 1 : 0;
