// Creates git repositories as stand-ins for extensions of ComfyUI, and an index of them in the Manager's format.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { git } from "./git.test.support.js";

/** A node class: inputs as in INPUT_TYPES, outputs by type. An output returns the first input of its type. */
export interface ExtensionClass {
  readonly inputs: Readonly<Record<string, readonly [type: string | readonly string[], options?: object]>>;
  readonly outputs: readonly string[];
}
export interface ExtensionVersion {
  readonly version: string;
  readonly classes: Readonly<Record<string, ExtensionClass>>;
  /** Default `v<version>`; false for no tag. */
  readonly tag?: string | false;
  /** Whether it has a pyproject.toml with name, version and address; default true. */
  readonly pyproject?: boolean;
  /** Lines of requirements.txt. */
  readonly requirements?: readonly string[];
  /** Modules that it imports in addition to those that it needs itself. */
  readonly imports?: readonly string[];
  /** `succeeds` creates the file `install-script-ran` with the path of the Python that ran it. */
  readonly installScript?: "succeeds" | "fails";
  /** Whether its import fails. */
  readonly breaks?: boolean;
  /** Additional files: contents by path. */
  readonly files?: Readonly<Record<string, string>>;
}
export interface ExtensionOptions {
  /** `owner/name` of the repository that it stands for. */
  readonly repository: string;
  /** `name` in its pyproject.toml; default: that of the repository in lower case. */
  readonly registryId?: string;
  /** The versions, in order. */
  readonly versions: readonly ExtensionVersion[];
}
export interface Extension extends ExtensionOptions {
  readonly folder: string;
  /** A file: address. */
  readonly url: string;
  /** The https: address of the repository that it stands for. */
  readonly reference: string;
  /** Adds a version to its branch. */
  add(version: ExtensionVersion): void;
  /** The commit of a tag, by default of the branch; 40 digits. */
  commit(revision?: string): string;
}

const installScripts = {
  succeeds: `import sys
with open("install-script-ran", "w") as file:
    file.write(sys.executable)
print("models are in place")
`,
  fails: `import sys
print("looking for a compiler")
sys.exit("no compiler was found")
`,
};

/** Python code that creates the classes from JSON, so that no text must be quoted twice. */
const moduleOf = ({ classes, breaks = false, imports = [] }: ExtensionVersion): string =>
  [
    "import json",
    "import os",
    ...imports.map((name) => `import ${name}`),
    ...(breaks ? ['raise RuntimeError("this pack wants another version of ComfyUI")'] : []),
    'with open(os.path.join(os.path.dirname(__file__), "classes.json"), encoding="utf-8") as file:',
    "    described = json.load(file)",
    "def node(entry):",
    "    class Node:",
    "        RETURN_TYPES = tuple(entry['outputs'])",
    "        FUNCTION = 'run'",
    "        CATEGORY = 'acme'",
    "        @classmethod",
    "        def INPUT_TYPES(cls):",
    "            return {'required': entry['inputs']}",
    "    return Node",
    "NODE_CLASS_MAPPINGS = {name: node(entry) for name, entry in described.items()}",
    `# ${Object.keys(classes).join(", ")}`,
    "",
  ].join("\n");

const nameOf = (repository: string): string => repository.slice(repository.lastIndexOf("/") + 1);

/** The files of a version. Also used for packs without a repository. */
export function writeExtension(folder: string, options: ExtensionOptions, version: ExtensionVersion): void {
  const { repository, registryId = nameOf(repository).toLowerCase() } = options;
  const { requirements, installScript, pyproject = true, files = {} } = version;
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name !== ".git") rmSync(join(folder, name), { recursive: true });
  const written: Readonly<Record<string, string | undefined>> = {
    "__init__.py": moduleOf(version),
    "classes.json": JSON.stringify(version.classes),
    "requirements.txt": requirements?.map((line) => `${line}\n`).join(""),
    "install.py": installScript && installScripts[installScript],
    "pyproject.toml": pyproject
      ? `[project]\nname = "${registryId}"\nversion = "${version.version}"\n\n[project.urls]\nRepository = "https://github.com/${repository}"\n`
      : undefined,
    ...files,
  };
  for (const [path, content] of Object.entries(written)) {
    if (content === undefined) continue;
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Creates `<parent>/<name of the repository>`. */
export function makeExtension(parent: string, options: ExtensionOptions): Extension {
  const folder = join(parent, nameOf(options.repository));
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  const add = (version: ExtensionVersion): void => {
    writeExtension(folder, options, version);
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--allow-empty", "--message", version.version);
    const { tag = `v${version.version}` } = version;
    if (tag !== false) git(folder, "tag", tag);
  };
  for (const version of options.versions) add(version);
  return {
    ...options,
    folder,
    url: pathToFileURL(folder).href,
    reference: `https://github.com/${options.repository}`,
    add,
    commit: (revision = "HEAD") => git(folder, "rev-parse", `${revision}^{commit}`),
  };
}

export interface ExtensionIndex {
  /** Path of an extension list in the Manager's format. */
  readonly list: string;
  /** Path of the Manager's table of node classes. */
  readonly nodeMap: string;
}

/** Lists extensions under the addresses that they stand for, with their real locations. */
export function makeExtensionIndex(folder: string, extensions: readonly Extension[]): ExtensionIndex {
  mkdirSync(folder, { recursive: true });
  const list = join(folder, "custom-node-list.json");
  const nodeMap = join(folder, "extension-node-map.json");
  const entries = extensions.map(({ repository, registryId, reference, url }) => ({
    author: repository.split("/")[0],
    title: nameOf(repository),
    id: registryId ?? nameOf(repository).toLowerCase(),
    reference,
    files: [url],
    install_type: "git-clone",
    description: `Nodes of ${repository}`,
  }));
  const classesOf = ({ versions }: Extension): readonly string[] => [
    ...new Set(versions.flatMap(({ classes }) => Object.keys(classes))),
  ];
  writeFileSync(list, JSON.stringify({ custom_nodes: entries }, undefined, 2));
  writeFileSync(
    nodeMap,
    JSON.stringify(
      Object.fromEntries(
        extensions.map((each) => [each.reference, [classesOf(each), { title_aux: nameOf(each.repository) }]]),
      ),
    ),
  );
  return { list, nodeMap };
}
