// Paths of an instance, computed from its settings. Pure.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { directoriesOf } from "./arguments/server-directories.js";
import { splitArguments } from "./arguments/split-arguments.js";
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
  /** Whether there is a file. Default: looks at the disk. */
  readonly exists?: (path: string) => boolean;
}

/** Letters, digits and a few punctuation marks; no trailing dot. */
const plain = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_. -]{0,98}[\p{L}\p{M}\p{N}_-])?$/iu;

/**
 * The name itself if it is a valid folder name on every system, else its valid characters and a hash that keeps it unique. Windows and
 * macOS do not distinguish letter case, so there a name with capitals gets the hash as well.
 */
export function folderNameOf(name: string, platform: NodeJS.Platform): string {
  const isFolded = platform === "win32" || platform === "darwin";
  if (plain.test(name) && !isDeviceName(name) && !(isFolded && foldName(name) !== name)) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 10);
  const readable = name.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 40);
  return `${readable}-${hash}`.replace(/^-+/, "");
}

const pythonInVenv = (platform: NodeJS.Platform): readonly string[] =>
  platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];

/** Where the Python of a ComfyUI that somebody else installed may be: its virtual environment, or that of the portable ComfyUI. */
const pythonsOf = (folder: string, platform: NodeJS.Platform): readonly string[] => [
  ...["venv", ".venv"].map((name) => join(folder, name, ...pythonInVenv(platform))),
  ...(platform === "win32" ? [join(dirname(folder), "python_embeded", "python.exe")] : []),
];

/**
 * The Python that is in one of the folders, else that of the system. On Windows that is the launcher `py`: `python3` may be a stub that
 * opens the Store.
 */
function findPython(
  folders: readonly string[],
  { platform, exists = existsSync }: Pick<LayoutSource, "platform" | "exists">,
): string {
  const found = folders.flatMap((folder) => pythonsOf(folder, platform)).find((path) => exists(path));
  return found ?? (platform === "win32" ? "py" : "python3");
}

export function layoutOf(settings: ManagedSettings, source: LayoutSource): Layout {
  const { name, dataFolder, workingDirectory, platform } = source;
  const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(workingDirectory, path));
  const root =
    settings.directory === undefined
      ? join(dataFolder, "backends", folderNameOf(name, platform))
      : absolute(settings.directory);
  const isOurs = settings.comfyDirectory === undefined;
  const comfy =
    settings.comfyDirectory === undefined ? join(root, "ComfyUI") : absolute(settings.comfyDirectory);
  const venv = isOurs ? join(root, "venv") : undefined;
  // The folder of `--base-directory`, which ComfyUI Desktop gives, holds the extensions too.
  const split = splitArguments(settings.launch?.arguments ?? "", platform);
  const { customNodes } = directoriesOf(comfy, split.kind === "split" ? split.words : []);
  return {
    root,
    comfy,
    venv,
    python:
      venv === undefined
        ? settings.python || findPython([dirname(customNodes), comfy], source)
        : join(venv, ...pythonInVenv(platform)),
    customNodes,
    logs: join(root, "logs"),
    installState: join(root, "install.json"),
    runState: join(root, "run.json"),
    isOurs,
  };
}
