// The folders from which ComfyUI loads extensions: its own, and those that files of paths (extra_model_paths.yaml) add
// as `custom_nodes`.

import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { expandHome, recordOrEmpty } from "@pictor/kernel/plugin";
import { parse } from "yaml";
import { parseOptions } from "../../arguments/parse-options.js";
import { wordsOf } from "../../arguments/split-arguments.js";
import type { Instance } from "../../instance.js";
import { comfyPathsFile } from "../../models/write-model-paths.js";
import { scanCustomNodes, type CustomNodeEntry } from "./scan-custom-nodes.js";

type Machine = Pick<Instance, "env" | "platform">;

/** Replaces variables as `os.path.expandvars` of Python does: those that are not set stay as they are. */
function expandVariables(path: string, { env, platform }: Machine): string {
  const form = platform === "win32" ? /\$\{\w+\}|\$\w+|%[^%]+%/g : /\$\{\w+\}|\$\w+/g;
  // Windows does not distinguish capital letters in the names of variables.
  const keyOf = (name: string): string => (platform === "win32" ? name.toUpperCase() : name);
  const values = new Map(Object.entries(env).map(([name, value]) => [keyOf(name), value]));
  return path.replace(form, (found) => values.get(keyOf(found.replace(/^(?:\$\{?|%)|[}%]$/g, ""))) ?? found);
}

/** The folders that a file of paths adds, as utils/extra_config.py of ComfyUI reads them. `file` is its absolute path. Pure. */
export function customNodesIn(text: string, file: string, machine: Machine): readonly string[] {
  let sections: unknown;
  try {
    sections = parse(text, { uniqueKeys: false });
  } catch {
    // ComfyUI does not start with such a file, and says so.
    return [];
  }
  return Object.values(recordOrEmpty(sections)).flatMap((section) => {
    const { base_path: base, custom_nodes: lines } = recordOrEmpty(section);
    const start = resolve(
      dirname(file),
      typeof base === "string" ? expandVariables(expandHome(base), machine) : ".",
    );
    if (typeof lines !== "string") return [];
    return lines.split("\n").flatMap((line) => (line.trim() === "" ? [] : [resolve(start, line.trim())]));
  });
}

/** The files of paths that ComfyUI reads: the one in its folder, and those that its arguments name. */
function pathsFiles({ layout, settings, platform }: Instance): readonly string[] {
  const options = parseOptions(wordsOf(settings.launch.arguments, platform));
  const named = options.flatMap(({ flag, values }) => (flag === "--extra-model-paths-config" ? values : []));
  return [comfyPathsFile({ layout }), ...named.map((file) => resolve(layout.comfy, expandHome(file)))];
}

/** Absolute paths, that of ComfyUI itself first. A file that cannot be read adds none. */
export async function customNodesFolders(instance: Instance): Promise<readonly string[]> {
  const files = await Promise.all(
    pathsFiles(instance).map(async (file) => {
      const text = await readFile(file, "utf8").catch(() => "");
      return customNodesIn(text, file, instance);
    }),
  );
  return [...new Set([instance.layout.customNodes, ...files.flat()].map((folder) => join(folder)))];
}

/** The entries of all these folders. A folder beside ComfyUI's own that cannot be read has none. */
export async function installedEntries(instance: Instance): Promise<readonly CustomNodeEntry[]> {
  const [own = instance.layout.customNodes, ...others] = await customNodesFolders(instance);
  const scans = others.map((folder) => scanCustomNodes(folder).catch(() => []));
  return [...(await scanCustomNodes(own)), ...(await Promise.all(scans)).flat()];
}
