// The settings of one workflow for `generate <workflow> --help`, from the manifests of the built-in plugins alone.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@pictor/kernel";
import { builtinSources } from "./builtins.js";
import { settingsTable } from "./output/settings-table.js";

function readManifest(folder: string): Partial<Manifest> {
  try {
    return JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")) as Partial<Manifest>;
  } catch {
    return {};
  }
}

/** A heading and the table, or a pointer to `plugins inspect` for a workflow of another plugin. */
export function workflowHelp(workflow: string | undefined): string {
  if (workflow === undefined) return "";
  const workflows = builtinSources()
    .flatMap((source) => (source.kind === "directory" ? [readManifest(source.path)] : []))
    .flatMap((manifest) => manifest.contributes?.workflows ?? []);
  const found = workflows.find(({ id }) => id === workflow);
  if (found === undefined)
    return `\n"${workflow}" is not built in: \`pictor plugins list\` shows plugins, \`pictor plugins inspect ID\` their settings.`;
  return `\nSettings of ${workflow} (--set NAME=VALUE):\n${settingsTable(found.params, "  ")}`;
}
