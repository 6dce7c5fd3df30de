// Creates a git repository as a stand-in for ComfyUI: its release tags, and a server that starts in well under a second.

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nodes } from "@pictor/comfyui-nodes";
import { bundleServer } from "./bundle.test.support.js";
import { git } from "./git.test.support.js";
import { makeIndex, type PythonPackage } from "./wheels.test.support.js";

/** Faults on purpose: a JSON list in `fault.json` beside main.py, or in the variable PICTOR_STAND_IN. */
export type StandInFault = (
  | { readonly kind: "crash-at-start"; readonly exitCode?: number; readonly message?: string }
  /** Never becomes ready. */
  | { readonly kind: "hang-at-start"; readonly ignoresSignals?: boolean }
  /** Continues its start when a file exists. */
  | { readonly kind: "wait-at-start"; readonly file: string }
  /** Starts a child process that runs forever: in the server's group, in its own and deaf to signals, or in its own session. */
  | { readonly kind: "leave-a-child"; readonly ownGroup?: boolean; readonly ownSession?: boolean }
  /** Ends after a number of sampler steps: by a signal, or else with an exit code (1). */
  | {
      readonly kind: "crash-at-step";
      readonly step: number;
      readonly exitCode?: number;
      readonly signal?: "SIGKILL" | "SIGSEGV";
    }
  | { readonly kind: "ignore-sigint" }
  /** SIGUSR2 restarts the server as the Manager does: the process replaces itself, or writes a file and exits. */
  | { readonly kind: "restart"; readonly how: "in-place" | "file" }
  /** Starts a child process that keeps the port open. */
  | { readonly kind: "hold-port"; readonly ownSession?: boolean }
  /** On Linux: the server has threads, and after SIGINT its leader is a zombie while a thread holds the port. */
  | { readonly kind: "leader-ends-first" }
  /** A fault of the embedded server. */
  | { readonly kind: "server"; readonly fault: Readonly<Record<string, unknown>> }
) & {
  /** Number of starts at which the fault occurs; default: every start. */
  readonly times?: number;
};

/** Writes fault.json into a ComfyUI. An empty list removes the file. */
export function setFaults(comfy: string, faults: readonly StandInFault[]): void {
  const file = join(comfy, "fault.json");
  if (faults.length === 0) rmSync(file, { force: true });
  else writeFileSync(file, JSON.stringify(faults));
}

export interface ComfyRepositoryOptions {
  /** In order; default 0.3.64, 0.4.0 and 0.5.0. From 0.4.0 on, main.py accepts --enable-manager. */
  readonly versions?: readonly string[];
  /**
   * Whether it requires the packages of its requirements.txt and of the torch step, from the test's own index, and does not
   * start without them. Default false.
   */
  readonly packages?: boolean;
}
export interface ComfyRepository {
  readonly folder: string;
  /** A file: address. */
  readonly url: string;
  /** Address of the index of Python packages; "" without `packages`. */
  readonly index: string;
  /** Commits, tags `v<version>`, and moves the branch. `files` maps paths to contents; undefined removes a file. */
  release(version: string, files?: Readonly<Record<string, string | undefined>>): void;
}

const ignored = `__pycache__/
*.py[cod]
/output/
/input/
!/input/example.png
/models/*
!/models/configs
/temp/
/custom_nodes/*
!custom_nodes/example_node.py.example
extra_model_paths.yaml
/user/
/venv/
*.log
/fault.json
`;

const torchPackages: readonly PythonPackage[] = [
  {
    name: "torch",
    version: "2.9.1",
    files: {
      "torch/__init__.py": `__version__ = "2.9.1+cpu"
class cuda:
    is_available = staticmethod(lambda: False)
    device_count = staticmethod(lambda: 0)
class version:
    cuda = None
    hip = None
`,
    },
  },
  { name: "torchvision", version: "0.24.1" },
  { name: "torchaudio", version: "2.9.1" },
];
const otherPackages: readonly PythonPackage[] = [
  { name: "stand-in-engine", version: "1.0.0" },
  { name: "comfyui-manager", version: "4.0.5" },
];

/** Creates `<folder>/ComfyUI`, and its package index beside it. */
export function makeComfyRepository(folder: string, options: ComfyRepositoryOptions = {}): ComfyRepository {
  const { versions = ["0.3.64", "0.4.0", "0.5.0"], packages = false } = options;
  const comfy = join(folder, "ComfyUI");
  mkdirSync(comfy, { recursive: true });
  git(comfy, "init", "--quiet", "--initial-branch=master");
  cpSync(join(import.meta.dirname, "comfyui"), comfy, {
    recursive: true,
    filter: (path) => !path.endsWith("__pycache__"),
  });
  const write = (path: string, content: string): void => {
    mkdirSync(join(comfy, path, ".."), { recursive: true });
    writeFileSync(join(comfy, path), content);
  };
  write(".gitignore", ignored);
  write("custom_nodes/example_node.py.example", "# An example of a node.\n");
  write("models/configs/v1-inference.yaml", "model: {}\n");
  write("models/checkpoints/put_checkpoints_here", "");
  write("requirements.txt", packages ? "torch\ntorchvision\ntorchaudio\nstand-in-engine>=1.0.0\n" : "");
  write(
    "stand-in.json",
    JSON.stringify({
      node: process.execPath,
      server: bundleServer(),
      preload: pathToFileURL(join(import.meta.dirname, "preload.mjs")).href,
      imports: packages ? ["torch", "stand_in_engine"] : [],
      coreClasses: [...nodes.classes.keys()],
    }),
  );
  git(comfy, "add", "--force", "models/checkpoints/put_checkpoints_here");
  const release: ComfyRepository["release"] = (version, files = {}) => {
    write("comfyui_version.py", `# This file is generated.\n__version__ = "${version}"\n`);
    write(
      "pyproject.toml",
      `[project]\nname = "ComfyUI"\nversion = "${version}"\nrequires-python = ">=3.9"\n`,
    );
    if (!version.startsWith("0.3.") && !("manager_requirements.txt" in files))
      write("manager_requirements.txt", packages ? "comfyui-manager==4.0.5\n" : "");
    for (const [path, content] of Object.entries(files))
      if (content === undefined) rmSync(join(comfy, path), { force: true });
      else write(path, content);
    git(comfy, "add", "--all");
    git(comfy, "commit", "--quiet", "--message", `ComfyUI ${version}`);
    git(comfy, "tag", "--annotate", "--message", version, `v${version}`);
  };
  for (const version of versions) release(version);
  return {
    folder: comfy,
    url: pathToFileURL(comfy).href,
    index: packages ? makeIndex(join(folder, "simple"), [...torchPackages, ...otherPackages]) : "",
    release,
  };
}
