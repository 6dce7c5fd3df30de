// Tells the tests where the built packages are, if they were built from the present sources: `npm run test:full` builds them.

import { join } from "node:path";
import { isUpToDate } from "../tools/up-to-date.js";

/** Runs once before the workers start, which inherit the variable. */
export default function findBuiltPackages(): void {
  const root = join(import.meta.dirname, "..");
  const built = join(root, "dist");
  delete process.env["PICTOR_TEST_BUILT"];
  if (isUpToDate(root, built)) process.env["PICTOR_TEST_BUILT"] = built;
  else console.log("The tests start programs from the sources, which is slow: `npm run build` first.");
}
