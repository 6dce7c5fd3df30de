// `npm run version-packages`: turns the files in .changeset/ into one new version of all packages, and a section of
// CHANGELOG.md. Writes every place that names the version: package.json, plugin.json and the lock file.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.js";
import { changesetSummary, withRange, withSection } from "./version-texts.js";
import { readPackage, readWorkspaces } from "./workspaces.js";

const root = join(import.meta.dirname, "..");

/** A range that every version before 1.0 satisfies. */
const anyBeforeOne = ">=0.1.0 <1.0.0";

const writeJson = (path: string, value: unknown): void => {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
};

/** Writes `range` for each dependency between workspaces. */
function setRanges(range: string): void {
  const workspaces = readWorkspaces(root);
  const names = new Set(workspaces.map(({ manifest }) => manifest.name));
  for (const { folder, manifest } of workspaces)
    writeJson(join(root, folder, "package.json"), withRange(manifest, names, range));
}

function readSummaries(): readonly string[] {
  const folder = join(root, ".changeset");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => changesetSummary(readFileSync(join(folder, name), "utf8")));
}

/** Changes the version in the text of a JSON file, so that its layout stays the same. */
function setVersion(path: string, version: string): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`));
}

function main(): void {
  const summaries = readSummaries();
  if (summaries.length === 0) throw new Error("no changeset in .changeset/; write one with npx changeset");
  // If a new version is outside of the range of a peer dependency, changesets makes the dependents' version a major one.
  // Before 1.0, each breaking change is outside of `^0.1.0`.
  if (readPackage(root).version.startsWith("0.")) setRanges(anyBeforeOne);
  runProgram(root, "npx", ["--no-install", "changeset", "version"]);
  const { version } = readPackage(join(root, "cli"));
  setRanges(`^${version}`);
  setVersion(join(root, "package.json"), version);
  for (const { folder } of readWorkspaces(root)) setVersion(join(root, folder, "plugin.json"), version);
  const changelog = join(root, "CHANGELOG.md");
  writeFileSync(changelog, withSection(readFileSync(changelog, "utf8"), version, summaries));
  runProgram(root, "npx", [
    "--no-install",
    "prettier",
    "--write",
    "--log-level",
    "warn",
    "CHANGELOG.md",
    "**/plugin.json",
  ]);
  runProgram(root, "npm", ["install", "--package-lock-only", "--ignore-scripts"]);
  console.log(`version ${version}: review the changes, run .ci/run, commit`);
}

try {
  main();
} catch (error) {
  console.error(`no new version: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
