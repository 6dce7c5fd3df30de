// One plugin as a page of text: what its manifest says, its state, and where its taps stand in the chains.

import type { ChainEntry, HookName, Manifest, PluginRecord, SettingsSchema } from "@pictor/kernel";
import { oneLine } from "./plain-text.js";
import { settingsTable } from "./settings-table.js";
import { table } from "./table.js";
import type { Paint } from "./terminal.js";

export type ChainOf = (hook: HookName) => readonly ChainEntry[];

const filterText = (when: Readonly<Record<string, unknown>> | undefined): string =>
  Object.entries(when ?? {})
    .map(([name, value]) => `${name} = ${Array.isArray(value) ? value.join(" | ") : String(value)}`)
    .join(", ");

const entryRow = (
  { owner, handler, place, after, when, timeoutMs }: ChainEntry,
  index: number,
): readonly string[] => [
  String(index + 1),
  place,
  owner,
  handler,
  filterText(when),
  after.join(", "),
  `${timeoutMs} ms`,
];

/** The chain of a hook in the order in which it runs. */
export const chainTable = (chain: readonly ChainEntry[]): string =>
  chain.length === 0
    ? "No plugin taps this hook."
    : table([["", "PLACE", "OWNER", "HANDLER", "WHEN", "AFTER", "LIMIT"], ...chain.map(entryRow)]);

function tapRows({ id, manifest }: PluginRecord, chainOf: ChainOf): readonly (readonly string[])[] {
  return (manifest.taps ?? []).map((tap) => {
    const chain = chainOf(tap.hook);
    const index = chain.findIndex(({ owner, handler }) => owner === id && handler === tap.handler);
    const position =
      index < 0 ? "not in the chain" : `${chain[index]?.place ?? ""}, ${index + 1} of ${chain.length}`;
    const filter = filterText(tap.when);
    return [tap.hook, tap.handler, position, filter === "" ? "" : `when ${filter}`];
  });
}

interface Shown {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly settings: SettingsSchema;
}

const shownContributions = ({ contributes = {} }: Manifest): readonly Shown[] => [
  ...(contributes.authSchemes ?? []).map((entry) => ({ kind: "auth scheme", ...entry })),
  ...(contributes.workflows ?? []).map((entry) => ({ kind: "workflow", ...entry, settings: entry.params })),
  ...(contributes.features ?? []).map((entry) => ({ kind: "feature", ...entry })),
  ...(contributes.backends ?? []).map((entry) => ({ kind: "backend", ...entry })),
];

function requirementRows({ apiVersion, requires = {} }: Manifest): readonly (readonly string[])[] {
  const plugins = Object.entries(requires.plugins ?? {}).map(([id, range]) => [id, range]);
  const extensions = (requires.extensions ?? []).map(({ id, range }) => [`extension ${id}`, range]);
  const node = requires.node === undefined ? [] : [["node", requires.node]];
  return [["plugin API", apiVersion], ...plugins, ...extensions, ...node];
}

/** The whole page; parts that a plugin does not have are left out. */
export function pluginPage(record: PluginRecord, chainOf: ChainOf, paint: Paint): string {
  const { id, manifest, origin, status } = record;
  const state = "reason" in status ? `${status.state}: ${oneLine(status.reason)}` : status.state;
  const part = (title: string, text: string): readonly string[] =>
    text === "" ? [] : ["", paint.bold(title), text];
  const permissions = (manifest.permissions ?? []).map(({ name, reason }) => [name, oneLine(reason)]);
  const nodeClasses = (manifest.contributes?.nodeClasses ?? []).map((entry) => [
    entry.class,
    entry.extension,
    entry.range,
  ]);
  return [
    `${paint.bold(id)} ${manifest.version}  ${oneLine(manifest.title)}`,
    oneLine(manifest.description),
    "",
    table([
      ["state", state],
      ["from", origin],
      ...(manifest.license === undefined ? [] : [["license", manifest.license]]),
    ]),
    ...part("Needs", table(requirementRows(manifest), "  ")),
    ...part("Permissions", table(permissions, "  ")),
    ...part("Taps", table(tapRows(record, chainOf), "  ")),
    ...shownContributions(manifest).flatMap(({ kind, id: name, title, settings }) =>
      part(`Contributes ${kind} ${name}: ${oneLine(title)}`, settingsTable(settings, "  ")),
    ),
    ...part("Node classes", table(nodeClasses, "  ")),
    ...part(
      "Settings of the plugin",
      manifest.config === undefined ? "" : settingsTable(manifest.config, "  "),
    ),
  ].join("\n");
}
