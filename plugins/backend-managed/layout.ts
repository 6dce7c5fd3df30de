// Paths of an instance, computed from its settings. Pure.

import { join } from "node:path";
import { absolutePath, digestOf } from "@pictor/kernel/plugin";
import { directoriesOf } from "./arguments/server-directories.js";
import { wordsOf } from "./arguments/split-arguments.js";
import { pythonBeside, pythonInVenv, systemPythons, type PathChecks } from "./python-paths.js";
import type { ManagedSettings } from "./settings.gen.js";
import { foldName, isDeviceName } from "@pictor/archives";

export interface Layout {
  /** Folder of the instance: state, logs and installation. Absolute. */
  readonly root: string;
  /** ComfyUI's folder, which contains main.py. */
  readonly comfy: string;
  /** The virtual environment; undefined for a ComfyUI that Pictor did not install. */
  readonly venv: string | undefined;
  /** The Python executable that runs the server. */
  readonly python: string;
  /** The folder of models and extensions: that of `--base-directory`, which ComfyUI Desktop gives, or `comfy`. */
  readonly base: string;
  readonly models: string;
  readonly customNodes: string;
  readonly logs: string;
  /** install.json: the installation steps and their results. */
  readonly installState: string;
  /** run.json: the running server. */
  readonly runState: string;
  /** Whether Pictor installed the ComfyUI; otherwise it neither installs nor updates it. */
  readonly isOurs: boolean;
}

export interface LayoutSource {
  /** The instance's name in the configuration. */
  readonly name: string;
  /** Pictor's folder for data of the current user. */
  readonly dataFolder: string;
  /** The folder in which relative paths of the settings start. */
  readonly workingDirectory: string;
  readonly platform: NodeJS.Platform;
  /** Default: looks at the disk. */
  readonly checks?: PathChecks;
}

/** Letters, digits and a few punctuation marks; no trailing dot. */
const plain = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_. -]{0,98}[\p{L}\p{M}\p{N}_-])?$/iu;

/**
 * The name itself if it is a valid folder name on every system, else its valid characters and a hash that keeps it
 * unique. Windows and macOS do not distinguish letter case, so there a name with capitals gets the hash as well.
 */
export function folderNameOf(name: string, platform: NodeJS.Platform): string {
  const isFolded = platform === "win32" || platform === "darwin";
  if (plain.test(name) && !isDeviceName(name) && !(isFolded && foldName(name) !== name)) return name;
  const hash = digestOf(name).slice(0, 10);
  const readable = name.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 40);
  return `${readable}-${hash}`.replace(/^-+/, "");
}

export function layoutOf(settings: ManagedSettings, source: LayoutSource): Layout {
  const { name, dataFolder, workingDirectory, platform, checks } = source;
  const absolute = (path: string): string => absolutePath(path, workingDirectory);
  const root =
    settings.directory === undefined
      ? join(dataFolder, "backends", folderNameOf(name, platform))
      : absolute(settings.directory);
  const isOurs = settings.comfyDirectory === undefined;
  const comfy =
    settings.comfyDirectory === undefined ? join(root, "ComfyUI") : absolute(settings.comfyDirectory);
  const venv = isOurs ? join(root, "venv") : undefined;
  const words = wordsOf(settings.launch?.arguments ?? "", platform);
  const { base, models, customNodes } = directoriesOf(comfy, words);
  const [[systemPython]] = systemPythons(platform);
  const python =
    venv === undefined
      ? settings.python || (pythonBeside([base, comfy], platform, checks) ?? systemPython)
      : pythonInVenv(venv, platform);
  return {
    root,
    comfy,
    venv,
    python,
    base,
    models,
    customNodes,
    isOurs,
    logs: join(root, "logs"),
    installState: join(root, "install.json"),
    runState: join(root, "run.json"),
  };
}
