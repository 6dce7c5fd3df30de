// The part of `--help` that depends on the installed plugins: workflows, features, auth schemes, backend kinds, and the
// settings of each.

import type { SettingsSchema } from "@pictor/kernel";
import { readContributions, type KnownContribution, type ContributionKind } from "@pictor/host/manifests";
import type { GlobalOptions } from "../base/invocation.js";
import { widthOf, type Streams } from "../base/streams.js";
import { oneLine } from "../text/plain-text.js";
import { settingsTable } from "../text/settings-table.js";

/** The configuration whose plugins the help shows, and the streams that set its width. */
export interface HelpContext {
  readonly globals: Pick<GlobalOptions, "config">;
  readonly streams: Pick<Streams, "stdout" | "env">;
}

const entriesOf = (kind: ContributionKind, { globals, streams }: HelpContext): readonly KnownContribution[] =>
  readContributions(kind, globals, streams.env);

const listIds = (entries: readonly KnownContribution[]): string =>
  [...new Set(entries.map(({ id }) => oneLine(id)))].sort().join(", ");

/** A manifest with an invalid schema must not break the help; `plugins validate` reports the problem. */
function settingsSection(title: string, schema: SettingsSchema, { streams }: HelpContext): string {
  try {
    return `\n${title}:\n${settingsTable(schema, "  ", widthOf(streams.stdout, streams.env))}`;
  } catch {
    return `\n${title}: the plugin's manifest is invalid; \`pictor plugins list\` shows the plugin.`;
  }
}

/** The settings of one entry, or a line that lists the known ids. */
function entrySection(
  noun: string,
  id: string,
  kind: ContributionKind,
  title: string,
  context: HelpContext,
): string {
  const entries = entriesOf(kind, context);
  const entry = entries.find((known) => known.id === id);
  return entry === undefined
    ? `\nThere is no ${noun} "${id}". The known ids are: ${listIds(entries)}.`
    : settingsSection(title, entry.settings, context);
}

function featureHelp(option: string, context: HelpContext): string {
  const [id = ""] = option.split("=", 1);
  const title = `Settings of the feature ${id} (--feature '${id}={"NAME": VALUE}')`;
  return entrySection("feature", id, "features", title, context);
}

/** The settings of the named workflow and features. If none is named, the known ids. */
export function workflowHelp(
  id: string | undefined,
  features: readonly string[],
  context: HelpContext,
): string {
  const parts = features.map((feature) => featureHelp(feature, context));
  if (id === undefined && parts.length > 0) return parts.join("\n");
  if (id === undefined)
    return [
      `\nWorkflows: ${listIds(entriesOf("workflows", context))}`,
      `\nFeatures: ${listIds(entriesOf("features", context))}`,
      "\nTo see the settings of one:",
      "  $ pictor generate txt2img --help",
      "  $ pictor generate --feature lora --help",
    ].join("\n");
  const isPath = /[./\\]/.test(id);
  if (isPath) return parts.join("\n");
  const title = `Settings of ${id} (--set NAME=VALUE)`;
  return [entrySection("workflow", id, "workflows", title, context), ...parts].join("\n");
}

/** The fields of the scheme named by --type; without one, the known schemes. */
export function schemeHelp(id: string | undefined, context: HelpContext): string {
  if (id === undefined) {
    const ids = listIds(entriesOf("authSchemes", context));
    return `\nSchemes: ${ids}\n\nTo see the fields of one:\n  $ pictor auth set NAME --type oauth2 --help`;
  }
  const title = `Fields of ${id} (--set NAME=VALUE, for a secret --secret NAME)`;
  return entrySection("auth scheme", id, "authSchemes", title, context);
}

/** The settings of a backend kind. */
export const backendHelp = (id: string, context: HelpContext): string =>
  entrySection("backend kind", id, "backends", `Settings of the kind ${id} (--set NAME=VALUE)`, context);
