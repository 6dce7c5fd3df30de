// Where everything of an instance lies: one record, made once from its settings. Pure.

import { createHash } from "node:crypto";
import { isAbsolute, join, resolve } from "node:path";
import type { ManagedSettings } from "./settings.gen.js";

export interface Layout {
  /** Folder of the instance: state, logs, and what is installed here. Absolute. */
  readonly root: string;
  /** ComfyUI's own folder, with main.py. */
  readonly comfy: string;
  /** The virtual environment; undefined where the Python is somebody else's. */
  readonly venv: string | undefined;
  /** The Python that runs the server. */
  readonly python: string;
  readonly customNodes: string;
  readonly logs: string;
  /** What was installed, step by step. */
  readonly installState: string;
  /** Who runs, since when, where. */
  readonly runState: string;
  /** False for a ComfyUI that was there before: it is neither installed nor updated. */
  readonly isOurs: boolean;
}

export interface LayoutSource {
  /** The instance's name in the configuration. */
  readonly name: string;
  /** A person's data folder. */
  readonly dataFolder: string;
  /** Relative paths start here. */
  readonly workingDirectory: string;
  readonly platform: NodeJS.Platform;
}

/** Letters, digits and a few signs; no dot at an end, no device of Windows. */
const plain =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_. -]{0,98}[\p{L}\p{M}\p{N}_-])?$/iu;

/** An instance may have any name; a folder may not: others get what is plain of them, and a hash that tells them apart. */
export function folderNameOf(name: string): string {
  if (plain.test(name)) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 10);
  const readable = name.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 40);
  return `${readable}-${hash}`.replace(/^-+/, "");
}

export function layoutOf(settings: ManagedSettings, source: LayoutSource): Layout {
  const { name, dataFolder, workingDirectory, platform } = source;
  const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(workingDirectory, path));
  const root =
    settings.directory === undefined
      ? join(dataFolder, "backends", folderNameOf(name))
      : absolute(settings.directory);
  const isOurs = settings.comfyDirectory === undefined;
  const comfy =
    settings.comfyDirectory === undefined ? join(root, "ComfyUI") : absolute(settings.comfyDirectory);
  const venv = isOurs ? join(root, "venv") : undefined;
  const inVenv = platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  return {
    root,
    comfy,
    venv,
    python: venv === undefined ? settings.python || "python3" : join(venv, ...inVenv),
    customNodes: join(comfy, "custom_nodes"),
    logs: join(root, "logs"),
    installState: join(root, "install.json"),
    runState: join(root, "run.json"),
    isOurs,
  };
}
