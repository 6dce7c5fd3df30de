// Sets up an extension: its Python packages and its install script.

import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { managedFault } from "../../faults.js";
import { isBlank } from "../../python/install-packages.js";
import { describeEnd, errorLines } from "../../python/run-tool.js";
import { withoutCredentials } from "../../git/repository-address.js";
import { toolOptions, type Change } from "./change.js";

/** A symbolic link does not count: it may lead out of the extension. */
const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Installs `requirements.txt`, if there is one. Rejects with `MANAGED_...`. */
export async function installPackages(change: Change, folder: string): Promise<void> {
  const file = join(folder, "requirements.txt");
  if (!(await isFile(file)) || isBlank(await readFile(file, "utf8"))) return;
  change.options.progress?.("installing its Python packages");
  change.log.write(`# ${change.id}: requirements.txt`);
  await change.pip(change.instance, { file }, toolOptions(change));
}

const script = "install.py";
const maxKeptLines = 20;

/** Runs `install.py`, if there is one, in its folder with the instance's Python. Rejects with `MANAGED_TOOL_FAILED`. */
export async function runInstallScript(change: Change, folder: string): Promise<void> {
  if (!(await isFile(join(folder, script)))) return;
  const { instance, log, options } = change;
  options.progress?.("running its install script");
  log.write(`# ${change.id}: ${script}`);
  const end = await change.python(instance, [script], {
    ...toolOptions(change),
    cwd: folder,
    env: {
      COMFYUI_PATH: instance.layout.comfy,
      COMFYUI_FOLDERS_BASE_PATH: instance.layout.comfy,
      COMFYUI_MODEL_PATH: join(instance.layout.comfy, "models"),
      // Otherwise it would constrain the builds of the extension's packages.
      UV_BUILD_CONSTRAINT: undefined,
    },
  });
  if (end.kind === "exited" && end.exitCode === 0) return;
  const output = end.kind === "not-started" ? "" : withoutCredentials(end.output);
  const lines = output.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const told = errorLines(lines.slice(-maxKeptLines)).map((line) => line.trim());
  throw managedFault(
    "MANAGED_TOOL_FAILED",
    {
      tool: `its ${script}`,
      ending: describeEnd(end),
      lines: told.length === 0 ? "" : `: ${told.join(" | ")}`,
      advice: "Look at what it wrote.",
    },
    { more: { lastLines: lines.slice(-maxKeptLines) } },
  );
}
