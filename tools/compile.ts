// Writes the type declarations of everything that ships, in one run of the compiler. `bundle.ts` writes the JavaScript.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

/** Replaces the folder `out` by the declarations of the repository. Throws the messages of the compiler if it finds errors. */
export function compile(root: string, out: string): void {
  rmSync(out, { recursive: true, force: true });
  const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
  const settings = join(root, "tools/tsconfig.build.json");
  const run = spawnSync(process.execPath, [compiler, "-p", settings, "--outDir", out], {
    cwd: root,
    encoding: "utf8",
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`the compiler found errors:\n${run.stdout}${run.stderr}`.trimEnd());
}
