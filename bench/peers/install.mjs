// Installs the other clients into bench/peers/node_modules when they are needed and missing.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Returns whether the clients can be imported. Prints what it does, and why it failed. */
export function installPeers() {
  if (existsSync(new URL("node_modules/.package-lock.json", import.meta.url))) return true;
  console.log(
    "Installing the clients to compare with into bench/peers/node_modules (npm ci, no scripts, about 90 MB) ...",
  );
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: folder, encoding: "utf8" });
  if (status === 0) return true;
  console.error(`They could not be installed; this needs the npm registry. npm says:\n${lastLines(stderr)}`);
  console.error("Without them: npm run bench -- scorecard --clients pictor");
  return false;
}

const lastLines = (text = "") =>
  text
    .split("\n")
    .filter((line) => /npm (ERR!|error)/.test(line))
    .slice(0, 4)
    .join("\n");
