// What an extension's pyproject.toml says of it (PEP 621). Pure.

import { parse } from "smol-toml";
import { versionOf } from "../versions/version.js";

export interface Pyproject {
  /** `project.name`: its id in the registry. */
  readonly name?: string;
  /** `project.version` as exact semver; absent where it is dynamic, or no version by the grammar of `versionOf`. */
  readonly version?: string;
  /** `project.version` as it stands there. */
  readonly versionText?: string;
  /** Addresses of its repository, from `project.urls`. */
  readonly repositories: readonly string[];
}

/** Labels that mean the repository, as the specification of well-known labels has them: letters alone, in lower case. */
const repositoryLabels = new Set(["repository", "source", "sourcecode", "github"]);

const tableOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Undefined where it is no TOML: an extension works without. */
export function readPyproject(text: string): Pyproject | undefined {
  const file = parsed(text);
  if (file === undefined) return undefined;
  const project = tableOf(file["project"]);
  const name = textOf(project["name"]);
  const dynamic: unknown = project["dynamic"];
  const isDynamic = Array.isArray(dynamic) && dynamic.includes("version");
  const versionText = isDynamic ? undefined : textOf(project["version"]);
  const version = versionText === undefined ? undefined : versionOf(versionText);
  const repositories = Object.entries(tableOf(project["urls"])).flatMap(([label, value]) => {
    const address = textOf(value);
    const isMeant = repositoryLabels.has(label.toLowerCase().replace(/[^a-z]/g, ""));
    return isMeant && address !== undefined ? [address] : [];
  });
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(versionText !== undefined && { versionText }),
    repositories: [...new Set(repositories)],
  };
}
