// The path of a new user in ten steps, from packed packages to the end of the server; on each system, with the Node that runs it.
//
//   npm run test:steps
//
// It needs npm's registry, and changes nothing outside its temporary folder.

import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareTenSteps } from "./ten-steps/prepare.js";

const root = join(import.meta.dirname, "..");
const npm = process.env["npm_execpath"];
if (npm === undefined) throw new Error("npm runs this script: npm run test:steps");
const folder = mkdtempSync(join(realpathSync.native(tmpdir()), "pictor-steps-"));
try {
  const { script, tarballs } = await prepareTenSteps(root, folder);
  const { status } = spawnSync(process.execPath, [script, folder, tarballs, npm], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // Windows may still have a file open: what is left decides nothing.
  }
}
