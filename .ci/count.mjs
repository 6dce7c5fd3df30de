// node count.mjs REPORTS [BROKEN STEP...]: adds up vitest's JSON reports and prints `N passed, N failed`.
// A step that broke without a failed test in its report (a crash, a linter) counts as one failure.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, ...broken] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
const explained = new Set();

for (const name of readdirSync(folder)) {
  const step = name.replace(/\.json$/, "");
  try {
    const report = JSON.parse(readFileSync(join(folder, name), "utf8"));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    skipped += report.numPendingTests + report.numTodoTests;
    if (report.numFailedTests > 0) explained.add(step);
  } catch (error) {
    console.log(`the report of ${step} cannot be read: ${error.message}`);
    if (!broken.includes(step)) broken.push(step);
  }
}
const unexplained = broken.filter((step) => !explained.has(step));
failed += unexplained.length;

if (broken.length > 0) console.log(`\nfailed steps: ${broken.join(", ")}`);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
