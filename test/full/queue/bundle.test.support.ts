// Bundles the script of the processes of a farm into one file, so that each of them starts fast.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../bundler.test.support.js";

const root = join(import.meta.dirname, "../../..");
/** Inside node_modules, so that external imports resolve. */
const cache = join(root, "node_modules/.cache/pictor-farm");

/** Bundles a script of this folder. Returns the path of the bundle, and a function that removes it. */
export function bundleFarm(entry = "farm-process.test.support.ts"): {
  readonly script: string;
  remove(): void;
} {
  const folder = join(cache, String(process.pid));
  const [output] = bundle({ farm: join(import.meta.dirname, entry) }, folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The kernel looks for its schemas beside itself.
  symlinkSync(join(root, "schemas"), join(folder, "schemas"));
  const script = join(folder, "farm.mjs");
  writeFileSync(script, output?.text ?? "");
  return {
    script,
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
