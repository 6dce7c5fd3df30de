// Installs the other clients into bench/peers/node_modules when they are needed and missing.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isQuick } from "../measure.js";
import { root } from "../places.js";
import { printSkipped } from "../table.js";

const folder = join(root, "bench/peers");

const lastLines = (text: string): string =>
  text
    .split("\n")
    .filter((line) => /npm (ERR!|error)/.test(line))
    .slice(0, 4)
    .join("\n");

/** Whether the clients can be imported, after an attempt to install them; `--quick` installs nothing. Prints why they cannot. */
export function havePeers(): boolean {
  if (existsSync(join(folder, "node_modules/.package-lock.json"))) return true;
  if (isQuick) {
    printSkipped("the other clients", "they are not installed in bench/peers/node_modules");
    return false;
  }
  console.error(
    "Installing the clients to compare with into bench/peers/node_modules (npm ci, no scripts, about 90 MB) ...",
  );
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: folder, encoding: "utf8" });
  if (status === 0) return true;
  console.error(`They could not be installed; this needs the npm registry. npm says:\n${lastLines(stderr)}`);
  console.error("Going on without them.");
  return false;
}
