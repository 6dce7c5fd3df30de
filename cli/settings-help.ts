// The settings of one workflow, auth scheme or backend kind for `--help`, from the manifests of the built-in plugins alone.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@pictor/kernel";
import { builtinSources } from "./builtins.js";
import { settingsTable } from "./output/settings-table.js";

type Contributes = NonNullable<Manifest["contributes"]>;

function readManifest(folder: string): Partial<Manifest> {
  try {
    return JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")) as Partial<Manifest>;
  } catch {
    return {};
  }
}

const builtins = (): readonly Partial<Contributes>[] =>
  builtinSources().flatMap((source) =>
    source.kind === "directory" ? [readManifest(source.path).contributes ?? {}] : [],
  );

const elsewhere = (id: string): string =>
  `\n"${id}" is not built in: \`pictor plugins list\` shows plugins, \`pictor plugins inspect ID\` their settings.`;

/** A heading and the table, or a pointer to `plugins inspect` for a workflow of another plugin. */
export function workflowHelp(id: string | undefined): string {
  if (id === undefined) return "";
  const found = builtins()
    .flatMap(({ workflows = [] }) => workflows)
    .find((workflow) => workflow.id === id);
  if (found === undefined) return elsewhere(id);
  return `\nSettings of ${id} (--set NAME=VALUE):\n${settingsTable(found.params, "  ")}`;
}

/** The fields of a scheme that was named with --type; without one, the schemes that can be named. */
export function schemeHelp(id: string | undefined): string {
  const schemes = builtins().flatMap(({ authSchemes = [] }) => authSchemes);
  if (id === undefined) {
    const names = schemes.map((scheme) => scheme.id).join(", ");
    return `\nSchemes: ${names}, and those of other plugins.\nThe fields of one: pictor auth set NAME --type oauth2 --help`;
  }
  const found = schemes.find((scheme) => scheme.id === id);
  if (found === undefined) return elsewhere(id);
  return `\nFields of ${id} (--set NAME=VALUE, for a secret --secret NAME):\n${settingsTable(found.settings, "  ")}`;
}

/** The settings of a backend kind. */
export function backendHelp(id: string): string {
  const found = builtins()
    .flatMap(({ backends = [] }) => backends)
    .find((kind) => kind.id === id);
  if (found === undefined) return elsewhere(id);
  return `\nSettings of the kind ${id} (--set NAME=VALUE):\n${settingsTable(found.settings, "  ")}`;
}
