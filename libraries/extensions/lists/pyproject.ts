// Reads the pyproject.toml of an extension (PEP 621). Pure.

import { recordOrEmpty, withoutByteOrderMark, withoutUndefined } from "@pictor/kernel/plugin";
import { parse } from "smol-toml";
import { versionOf } from "../versions/version.js";

export interface Pyproject {
  /** `project.name`: the id of the extension in the registry. */
  readonly name?: string;
  /** `project.version` as exact semver; absent if it is dynamic or `versionOf` does not accept it. */
  readonly version?: string;
  /** Addresses of the extension's repository, from `project.urls`. */
  readonly repositories: readonly string[];
}

/** Labels of the repository in `project.urls`, normalized to lower-case letters (Well-known Project URLs). */
const repositoryLabels = new Set(["repository", "source", "sourcecode", "github"]);

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(withoutByteOrderMark(text));
  } catch {
    return undefined;
  }
}

/** Returns undefined for invalid TOML, because an extension works without the file. */
export function readPyproject(text: string): Pyproject | undefined {
  const file = parsed(text);
  if (file === undefined) return undefined;
  const project = recordOrEmpty(file["project"]);
  const name = textOf(project["name"]);
  const dynamic: unknown = project["dynamic"];
  const isDynamic = Array.isArray(dynamic) && dynamic.includes("version");
  const version = isDynamic ? undefined : versionOf(textOf(project["version"]) ?? "");
  const repositories = Object.entries(recordOrEmpty(project["urls"])).flatMap(([label, value]) => {
    const address = textOf(value);
    const isMeant = repositoryLabels.has(label.toLowerCase().replace(/[^a-z]/g, ""));
    return isMeant && address !== undefined ? [address] : [];
  });
  return withoutUndefined({ name, version, repositories: [...new Set(repositories)] });
}
