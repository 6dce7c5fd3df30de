// What workflows, features, auth schemes and backend kinds there are, and the settings of one, for `--help`.

import type { SettingsSchema } from "@pictor/host";
import { contributed, type Entry, type EntryKind } from "@pictor/host";
import type { GlobalOptions } from "./options.js";
import { settingsTable } from "./output/settings-table.js";
import { widthOf, type Streams } from "./output/terminal.js";

/** Where help is asked for: which configuration counts, and how wide it may be. */
export interface HelpPlace {
  readonly globals: Pick<GlobalOptions, "config">;
  readonly streams: Pick<Streams, "stdout" | "env">;
}

const allOf = (kind: EntryKind, { globals, streams }: HelpPlace): readonly Entry[] =>
  contributed(kind, globals, streams.env);

const listed = (entries: readonly Entry[]): string =>
  [...new Set(entries.map(({ id }) => id))].sort().join(", ");

/** A manifest may be wrong in any way; `plugins validate` is where that is told. */
function titled(title: string, schema: SettingsSchema, { streams }: HelpPlace): string {
  try {
    return `\n${title}:\n${settingsTable(schema, "  ", widthOf(streams.stdout, streams.env))}`;
  } catch {
    return `\n${title}: the manifest is wrong; \`pictor plugins list\` shows the plugin.`;
  }
}

const unknown = (what: string, id: string, known: readonly Entry[]): string =>
  `\nThere is no ${what} "${id}"; there are: ${listed(known)}.`;

function featureHelp(given: string, place: HelpPlace): string {
  const [id = ""] = given.split("=", 1);
  const features = allOf("features", place);
  const found = features.find((feature) => feature.id === id);
  return found === undefined
    ? unknown("feature", id, features)
    : titled(`Settings of the feature ${id} (--feature '${id}={"NAME": VALUE}')`, found.settings, place);
}

/** The settings of a workflow and of the features that are named; without any, what can be named. */
export function workflowHelp(id: string | undefined, features: readonly string[], place: HelpPlace): string {
  const workflows = allOf("workflows", place);
  const parts = features.map((feature) => featureHelp(feature, place));
  if (id === undefined && parts.length > 0) return parts.join("\n");
  if (id === undefined)
    return [
      `\nWorkflows: ${listed(workflows)}`,
      `\nFeatures: ${listed(allOf("features", place))}`,
      "\nThe settings of one:",
      "  $ pictor generate txt2img --help",
      "  $ pictor generate --feature lora --help",
    ].join("\n");
  // The path of a graph or an image.
  if (/[./\\]/.test(id)) return parts.join("\n");
  const found = workflows.find((workflow) => workflow.id === id);
  const own =
    found === undefined
      ? unknown("workflow", id, workflows)
      : titled(`Settings of ${id} (--set NAME=VALUE)`, found.settings, place);
  return [own, ...parts].join("\n");
}

/** The fields of a scheme that was named with --type; without one, the schemes that can be named. */
export function schemeHelp(id: string | undefined, place: HelpPlace): string {
  const schemes = allOf("authSchemes", place);
  if (id === undefined)
    return `\nSchemes: ${listed(schemes)}\n\nThe fields of one:\n  $ pictor auth set NAME --type oauth2 --help`;
  const found = schemes.find((scheme) => scheme.id === id);
  return found === undefined
    ? unknown("auth scheme", id, schemes)
    : titled(`Fields of ${id} (--set NAME=VALUE, for a secret --secret NAME)`, found.settings, place);
}

/** The settings of a backend kind. */
export function backendHelp(id: string, place: HelpPlace): string {
  const kinds = allOf("backends", place);
  const found = kinds.find((kind) => kind.id === id);
  return found === undefined
    ? unknown("backend kind", id, kinds)
    : titled(`Settings of the kind ${id} (--set NAME=VALUE)`, found.settings, place);
}
