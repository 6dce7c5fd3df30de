// Programs that a stranger's folder has planted under the names that Pictor starts: no command may run them from the
// current folder.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewUser } from "./new-user.js";

const names = ["git", "npm", "nvidia-smi", "powershell", "ps", "py", "python", "python3", "taskkill", "uv"];

const program =
  process.platform === "win32"
    ? { ending: ".bat", text: '@echo planted>> "%~dp0PLANTED.txt"\r\n' }
    : { ending: "", text: '#!/bin/sh\necho planted >> "$(dirname "$0")/PLANTED.txt"\n' };

/** Plants them in the project, and runs commands that start programs. What becomes of these commands does not matter. */
export async function plantPrograms(user: NewUser): Promise<void> {
  for (const name of names)
    writeFileSync(join(user.project, name + program.ending), program.text, { mode: 0o755 });
  const comfy = join(user.home, "ComfyUI");
  mkdirSync(join(comfy, ".git"), { recursive: true });
  writeFileSync(join(comfy, "main.py"), "raise SystemExit(3)\n");
  await user.pictor(["config", "set", "backends.adopted.kind", "managed"]);
  await user.pictor(["config", "set", "backends.adopted.comfyDirectory", comfy]);
  for (const words of [
    ["backend", "status", "adopted"],
    ["backend", "start", "adopted"],
  ])
    await user.node(user.command(words));
}

/** Whether one of them was run since. */
export const hasRunPlanted = ({ project }: NewUser): boolean => existsSync(join(project, "PLANTED.txt"));
