// node count.mjs REPORTS [BROKEN STEP...]: adds up vitest's JSON reports, names each failed test and prints `N passed, N failed`.
// A step that broke without a failed test in its report (a crash, a linter) counts as one failure.

import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";

const linesOfAMessage = 12;
const [folder, ...broken] = process.argv.slice(2);
/** The tests of an ordinary user run in a copy of the checkout beside the reports. */
const copy = join(realpathSync(folder), "../copy/checkout/");
let passed = 0;
let failed = 0;
let skipped = 0;
const explained = new Set();
const failures = [];

for (const name of readdirSync(folder)) {
  const step = name.replace(/\.json$/, "");
  try {
    const report = JSON.parse(readFileSync(join(folder, name), "utf8"));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    skipped += report.numPendingTests + report.numTodoTests;
    if (report.numFailedTests > 0) explained.add(step);
    failures.push(...(report.testResults ?? []).flatMap((file) => failuresOf(step, file)));
  } catch (error) {
    console.log(`the report of ${step} cannot be read: ${error.message}`);
    if (!broken.includes(step)) broken.push(step);
  }
}
const unexplained = broken.filter((step) => !explained.has(step));
failed += unexplained.length;

for (const failure of failures) console.log(failure);
if (broken.length > 0) console.log(`\nfailed steps: ${broken.join(", ")}`);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

// The failed tests of a file with the first lines of why, or the file itself when it could not be loaded.
function failuresOf(step, file) {
  const path = relative(file.name.startsWith(copy) ? copy : process.cwd(), file.name);
  const tests = file.assertionResults.filter((test) => test.status === "failed");
  if (tests.length === 0 && file.status === "failed" && file.message)
    return [described(`${step}: ${path}`, file.message)];
  return tests.map((test) =>
    described(`${step}: ${path} > ${test.fullName}`, test.failureMessages.join("\n")),
  );
}

function described(title, message) {
  const lines = message.trimEnd().split("\n").slice(0, linesOfAMessage);
  return `\nFAILED ${title}\n${lines.map((line) => `  ${line}`).join("\n")}`;
}
