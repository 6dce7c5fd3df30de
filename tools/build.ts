// `npm run build`: dist/ holds every package as it is packed; `node dist/cli/main.js` runs the built command.
// `--if-needed` builds only when a source is newer than the last build, and prints nothing unless it fails.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildPanels } from "./build-pages.js";
import { bundle } from "./bundle.js";
import { compile } from "./compile.js";
import { prepareBuiltins } from "./prepare-builtins.js";
import { link } from "./link.js";
import { stage } from "./stage.js";
import { isUpToDate, markBuilt } from "./up-to-date.js";
import { readWorkspaces } from "./workspaces.js";

const root = join(import.meta.dirname, "..");
const out = join(root, "dist");
const quiet = process.argv.includes("--if-needed");
const log = (line: string): void => {
  if (!quiet) console.log(line);
};
const started = performance.now();
const elapsed = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

async function build(): Promise<void> {
  const workspaces = readWorkspaces(root);
  compile(root, out);
  log(`declarations in ${elapsed()}`);
  await buildPanels(
    root,
    workspaces.map(({ folder }) => folder),
  );
  for (const workspace of workspaces) {
    await bundle(root, out, workspace);
    stage(root, out, workspace);
    const { name, version } = workspace.manifest;
    log(`  dist/${workspace.folder}  ${name} ${version}, ${filesIn(join(out, workspace.folder))} files`);
  }
  const plugins = workspaces.map(({ folder }) => join(root, folder));
  await prepareBuiltins(
    plugins.filter((folder) => existsSync(join(folder, "plugin.json"))),
    out,
  );
  link(root, out, workspaces);
  markBuilt(out);
  log(`built ${workspaces.length} packages in ${elapsed()}; run: node dist/cli/main.js --help`);
}

try {
  if (!quiet || !isUpToDate(root, out)) await build();
} catch (error) {
  console.error(`build failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
