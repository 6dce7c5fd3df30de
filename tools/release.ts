// `npm run release [-- --dry-run]`: builds, packs and checks every package, then publishes what the registry lacks, in the
// order of their dependencies. Can be run again after a failure. `--dry-run` publishes nothing and asks no registry.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBillOfMaterials } from "./bill-of-materials.js";
import { checkPackage } from "./check-package.js";
import { pack, type PackedPackage } from "./pack.js";
import { releaseOrder } from "./release-order.js";
import { runProgram } from "./run-program.js";
import { readWorkspaces } from "./workspaces.js";

const root = join(import.meta.dirname, "..");
const out = join(root, "dist");
const isDryRun = process.argv.includes("--dry-run");

// A workflow that may ask for an identity of its own lets npm sign where and from which commit a package was built.
const provenance = process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] === undefined ? [] : ["--provenance"];

const isPublished = ({ manifest: { name, version } }: PackedPackage): boolean =>
  spawnSync("npm", ["view", `${name}@${version}`, "version"], {
    cwd: root,
    encoding: "utf8",
  }).stdout.trim() === version;

async function release(scratch: string): Promise<void> {
  runProgram(root, process.execPath, [
    "--import",
    "tsx",
    "tools/build.ts",
    ...(isDryRun ? ["--if-needed"] : []),
  ]);
  const packed = pack(out, releaseOrder(readWorkspaces(root)), scratch);
  const problems = (await Promise.all(packed.map(checkPackage))).flat();
  if (problems.length > 0) throw new Error(`not published:\n${problems.join("\n")}`);
  const { name, version } = (packed.at(-1) as PackedPackage).manifest;
  console.log(`bill of materials: ${writeBillOfMaterials(root, name, version, out)}`);
  for (const entry of packed) {
    const title = `${entry.manifest.name} ${entry.manifest.version}, ${entry.files.length} files`;
    if (isDryRun) console.log(`would publish ${title}`);
    else if (isPublished(entry)) console.log(`already published: ${title}`);
    else runProgram(root, "npm", ["publish", entry.tarball, "--access", "public", ...provenance]);
  }
  console.log(`${packed.length} packages checked${isDryRun ? "; nothing was published (--dry-run)" : ""}`);
}

const scratch = mkdtempSync(join(tmpdir(), "pictor-release-"));
try {
  await release(scratch);
} catch (error) {
  console.error(`release failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
