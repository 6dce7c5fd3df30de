// Sets up an extension: its Python packages and its install script.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRegularFile } from "../../file-entries.js";
import { isBlank } from "../../python/install-packages.js";
import { toolFault } from "../../python/run-tool.js";
import { toolOptions, type Change } from "./change.js";

/** Installs `requirements.txt`, if there is one. Rejects with `MANAGED_...`. */
export async function installPackages(change: Change, folder: string): Promise<void> {
  const file = join(folder, "requirements.txt");
  if (!(await isRegularFile(file)) || isBlank(await readFile(file, "utf8"))) return;
  change.options.progress?.("installing its Python packages");
  change.log.write(`# ${change.id}: requirements.txt`);
  await change.pip(change.instance, { file }, toolOptions(change));
}

const script = "install.py";

/**
 * Runs `install.py`, if there is one, in its folder with the instance's Python. Rejects with `MANAGED_TOOL_FAILED` or
 * `MANAGED_DISK_FULL`.
 */
export async function runInstallScript(change: Change, folder: string): Promise<void> {
  if (!(await isRegularFile(join(folder, script)))) return;
  const { instance, log, options } = change;
  options.progress?.("running its install script");
  log.write(`# ${change.id}: ${script}`);
  const end = await change.python(instance, [script], {
    ...toolOptions(change),
    cwd: folder,
    env: {
      COMFYUI_PATH: instance.layout.comfy,
      COMFYUI_FOLDERS_BASE_PATH: instance.layout.base,
      COMFYUI_MODEL_PATH: instance.layout.models,
    },
  });
  if (end.kind !== "exited" || end.exitCode !== 0) throw toolFault(instance, `its ${script}`, end);
}
