// Runs the hermetic tests on odd machines, as far as this one can imitate them: other users, locales, time zones, folders, ports.
//
//   npm run test:odd                            every machine, every test: an hour
//   npm run test:odd -- umask-0 host/trust      one machine, some tests

import { existsSync } from "node:fs";
import { join } from "node:path";
import { choose } from "./odd-machines/choose.js";
import { runTests } from "./odd-machines/run-tests.js";
import { isFailure, tableOf, type Row } from "./odd-machines/table.js";

const project = join(import.meta.dirname, "..");
const { machines, filters } = choose(process.argv.slice(2), (path) => existsSync(join(project, path)));

const rows: Row[] = [];
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
for (const machine of machines) {
  if (stopping.signal.aborted) break;
  console.log(`${machine.name}: ${machine.situation}`);
  const outcome = await runTests(machine, { project, filters, signal: stopping.signal });
  rows.push({ machine, outcome });
  if (outcome.kind === "ran") for (const failure of outcome.failures) console.log(`  ${failure}`);
  else console.log(outcome.reason);
}
console.log(`\n${tableOf(rows)}`);
process.exitCode = stopping.signal.aborted || rows.some(isFailure) ? 1 : 0;
