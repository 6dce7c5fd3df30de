// Gives a test run a temporary folder of its own, and removes it at the end with whatever the tests have left there.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The names under which systems and programs look up the temporary folder. */
const variables = ["TMPDIR", "TMP", "TEMP"];

/** Runs once before the workers start, which inherit the variables. Returns the end of the run. */
export default function useTemporaryFolder(): () => void {
  const before = variables.map((name) => [name, process.env[name]] as const);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "pictor-tests-"));
  for (const name of variables) process.env[name] = folder;
  return () => {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
