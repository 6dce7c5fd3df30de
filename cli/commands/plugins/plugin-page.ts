// One plugin as a page of text: its manifest, its state, and the positions of its taps in the chains.

import {
  declaredTaps,
  type ChainEntry,
  type HookName,
  type Manifest,
  type PluginRecord,
  type SettingsSchema,
} from "@pictor/kernel";
import type { Paint } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";
import { settingsTable } from "../../text/settings-table.js";
import { table, wrapText } from "../../text/table.js";
import { limitText } from "../../text/time-text.js";

export type ChainOf = (hook: HookName) => readonly ChainEntry[];

const filterText = (when: Readonly<Record<string, unknown>> | undefined): string =>
  Object.entries(when ?? {})
    .map(([name, value]) => `${name} = ${Array.isArray(value) ? value.join(" | ") : String(value)}`)
    .join(", ");

/** Makes a table of texts that the author of a plugin chose, each on one line. */
const safeTable = (rows: readonly (readonly string[])[], indent: string, width: number | undefined): string =>
  table(
    rows.map((row) => row.map(oneLine)),
    indent,
    width,
  );

const entryRow = (
  { owner, handler, place, after, when, timeoutMs }: ChainEntry,
  index: number,
): readonly string[] => [
  String(index + 1),
  place,
  owner,
  handler,
  limitText(timeoutMs),
  after.join(", "),
  filterText(when),
];

/** The chain of a hook, in the order of execution. */
export const chainTable = (chain: readonly ChainEntry[], width?: number): string =>
  chain.length === 0
    ? "No plugin taps this hook."
    : safeTable(
        [["", "PLACE", "OWNER", "HANDLER", "LIMIT", "AFTER", "WHEN"], ...chain.map(entryRow)],
        "",
        width,
      );

function tapRows({ id, manifest }: PluginRecord, chainOf: ChainOf): readonly (readonly string[])[] {
  return declaredTaps(manifest).map((tap) => {
    const chain = chainOf(tap.hook);
    const index = chain.findIndex(({ owner, handler }) => owner === id && handler === tap.handler);
    const position =
      index < 0 ? "not in the chain" : `${chain[index]?.place ?? ""}, ${index + 1} of ${chain.length}`;
    const filter = filterText(tap.when);
    return [tap.hook, tap.handler, position, filter === "" ? "" : `when ${filter}`];
  });
}

interface ShownContribution {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly settings: SettingsSchema;
}

const shownContributions = ({ contributes = {} }: Manifest): readonly ShownContribution[] => [
  ...(contributes.authSchemes ?? []).map((entry) => ({ kind: "auth scheme", ...entry })),
  ...(contributes.workflows ?? []).map((entry) => ({ kind: "workflow", ...entry, settings: entry.params })),
  ...(contributes.features ?? []).map((entry) => ({ kind: "feature", ...entry })),
  ...(contributes.backends ?? []).map((entry) => ({ kind: "backend", ...entry })),
];

const apiRows = ({ contributes = {} }: Manifest): readonly (readonly string[])[] =>
  (contributes.apis ?? []).map(({ id, prefix, title, scopes, webSocket, ownPort }) => {
    const kinds = [webSocket ? "WebSocket" : "", ownPort ? "own port" : ""].filter((kind) => kind !== "");
    return [id, prefix, oneLine(title), `needs ${scopes.join(", ")}`, kinds.join(", ")];
  });

const panelRows = ({ contributes = {} }: Manifest): readonly (readonly string[])[] =>
  (contributes.panels ?? []).map(({ id, title, root, scopes }) => [
    ...[id, oneLine(title), `files in ${oneLine(root)}`, `asks for ${scopes.join(", ")}`],
  ]);

function requirementRows({ apiVersion, requires = {} }: Manifest): readonly (readonly string[])[] {
  const plugins = Object.entries(requires.plugins ?? {}).map(([id, range]) => [id, range]);
  const extensions = (requires.extensions ?? []).map(({ id, range }) => [`extension ${id}`, range]);
  const node = requires.node === undefined ? [] : [["node", requires.node]];
  return [["plugin API", apiVersion], ...plugins, ...extensions, ...node];
}

/** The page; empty sections are left out. */
export function pluginPage(record: PluginRecord, chainOf: ChainOf, paint: Paint, width?: number): string {
  const { id, manifest, origin, status } = record;
  const state = "reason" in status ? `${status.state}: ${status.reason}` : status.state;
  const titled = (title: string, text: string): readonly string[] => ["", paint.bold(title), text];
  const section = (title: string, rows: readonly (readonly string[])[]): readonly string[] =>
    rows.length === 0 ? [] : titled(title, safeTable(rows, "  ", width));
  const permissions = (manifest.permissions ?? []).map(({ name, reason }) => [name, reason]);
  const nodeClasses = (manifest.contributes?.nodeClasses ?? []).map((entry) => [
    entry.class,
    entry.extension,
    entry.range,
  ]);
  return [
    `${paint.bold(id)} ${manifest.version}  ${oneLine(manifest.title)}`,
    ...wrapText(oneLine(manifest.description), width ?? Infinity),
    "",
    safeTable(
      [
        ["state", state],
        ["from", origin],
        ...(manifest.license === undefined ? [] : [["license", manifest.license]]),
      ],
      "",
      width,
    ),
    ...section("Needs", requirementRows(manifest)),
    ...section("Permissions", permissions),
    ...section("Taps", tapRows(record, chainOf)),
    ...shownContributions(manifest).flatMap(({ kind, id: name, title, settings }) =>
      titled(oneLine(`Contributes ${kind} ${name}: ${title}`), settingsTable(settings, "  ", width)),
    ),
    ...section("APIs", apiRows(manifest)),
    ...section("Panels", panelRows(manifest)),
    ...section("Node classes", nodeClasses),
    ...(manifest.config === undefined
      ? []
      : titled("Settings of the plugin", settingsTable(manifest.config, "  ", width))),
  ].join("\n");
}
