// `pictor extensions install` and `extensions update`.

import { homedir } from "node:os";
import { extensionFault, isIn, isSame, isSameCommit } from "@pictor/extensions";
import type { ExtensionSource, InstalledExtension, WantedExtension } from "@pictor/host";
import { type OpenedInstance, openWithFacet } from "../../backends/open-instance.js";
import { versionChange } from "../../backends/version-change.js";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { confirmOrThrow } from "../../session/confirm.js";
import { oneLine } from "../../text/plain-text.js";
import {
  makeChanges,
  nothingDone,
  requireAbilities,
  type Change,
  type ChangeCommandOptions,
} from "./apply-changes.js";
import { versionText } from "./extensions-table.js";
import { parseExtension } from "./parse-extension.js";

/** What a person types may be a folder of this machine too. */
const parsed = (words: readonly string[]): readonly WantedExtension[] =>
  words.map((word) => ({
    ...parseExtension(word, { folder: process.cwd(), home: homedir() }),
    isTyped: true,
  }));

const wantedText = ({ range, commit }: WantedExtension): string =>
  commit !== undefined ? ` at ${commit.slice(0, 8)}` : range === "*" ? "" : ` ${range}`;

const fits = ({ version, commit }: InstalledExtension, wanted: WantedExtension): boolean => {
  if (wanted.commit !== undefined) return commit !== undefined && isSameCommit(commit, wanted.commit);
  return wanted.range === "*" || (version !== undefined && isIn(version, wanted.range));
};

/** The one that is meant; of several the one that is enabled. */
const findIn = (installed: readonly InstalledExtension[], id: string): InstalledExtension | undefined => {
  const found = installed.filter((one) => isSame(id, one));
  return found.find(({ enabled }) => enabled) ?? found[0];
};

const named = (extension: InstalledExtension): string =>
  `${extension.id} ${versionText(extension)}`.trimEnd();

const installing = (wanted: WantedExtension): Change => ({
  action: "install",
  id: wanted.id,
  title: `Install ${wanted.id}${wantedText(wanted)}`,
  async run(facet, options) {
    const extension = await facet.install(wanted, options);
    return { extension, sentence: `${named(extension)} is installed as ${extension.place}.` };
  },
});

const updating = (before: InstalledExtension, wanted: WantedExtension): Change => ({
  action: "update",
  id: before.id,
  title: `Update ${before.id}${wantedText(wanted)}`,
  async run(facet, options) {
    const updated = await facet.update(wanted, options);
    const extension =
      updated.enabled || wanted.range === "*" ? updated : await facet.enable(before.id, options);
    if (extension.pending)
      return { extension, sentence: `${before.id}: its new version counts after a restart.` };
    const isSameAsBefore = before.version === extension.version && before.commit === extension.commit;
    if (isSameAsBefore && before.enabled === extension.enabled) {
      const end =
        wanted.range === "*" && wanted.commit === undefined ? "still: there is nothing newer" : "already";
      return { sentence: `${before.id} is ${versionText(before) || "as it was"} ${end}.` };
    }
    return {
      extension,
      sentence: `${before.id} is ${versionChange(versionText(before), versionText(extension))}.`,
    };
  },
});

const enabling = (before: InstalledExtension): Change => ({
  action: "enable",
  id: before.id,
  title: `Enable ${before.id}`,
  async run(facet, options) {
    const extension = await facet.enable(before.id, options);
    return { extension, sentence: `${named(extension)} is enabled.` };
  },
});

/** What a wanted one needs; undefined where it is there already. */
function changeFor(wanted: WantedExtension, installed: readonly InstalledExtension[]): Change | undefined {
  const found = findIn(installed, wanted.id);
  if (found === undefined) return installing(wanted);
  if (!fits(found, wanted)) return updating(found, wanted);
  return found.enabled ? undefined : enabling(found);
}

const sourceText = ({ origin, address, version }: ExtensionSource): string =>
  `${origin === "git" ? "" : "the registry, "}${address}${version === undefined ? "" : ` (${version})`}`;

/** A line for each that is installed: where its code comes from. Throws EXTENSION_UNKNOWN. */
async function sources(
  { signal }: CommandHost,
  { instance, facet }: OpenedInstance<"extensions">,
  wanted: readonly WantedExtension[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const one of wanted) {
    const source = await facet.locate(one, { signal });
    if (source === undefined)
      throw extensionFault("EXTENSION_UNKNOWN", { backend: instance.name, id: one.id });
    lines.push(`${oneLine(one.id)}${wantedText(one)}: from ${oneLine(sourceText(source))}`);
  }
  return lines;
}

const warning = (name: string, { length }: readonly Change[]): string =>
  `${length === 1 ? "Its" : "Their"} code will run on the machine of ${name}.`;

/** Of one that is there already: in which version. */
const thereAlready = (one: WantedExtension, found: InstalledExtension | undefined, name: string): string => {
  const version = found === undefined ? "" : versionText(found);
  return `${oneLine(one.id)} is on ${name} already${version === "" ? "" : `: ${oneLine(version)}`}.`;
};

/** What is asked about: one change by its title, several by their number and the titles of those that are told below. */
const titled = (all: readonly Change[], verb: string, told: readonly Change[]) => {
  const [first] = all;
  if (first !== undefined && all.length === 1) return { what: first.title, detail: [] };
  return { what: `${verb} ${all.length} extensions`, detail: told.map(({ title }) => title) };
};

export async function runInstall(
  host: CommandHost,
  words: readonly string[],
  options: ChangeCommandOptions,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const wanted = parsed(words);
  const opened = await openWithFacet(host, options.backend, "extensions");
  const name = oneLine(opened.instance.name);
  const installed = await opened.facet.list({ signal });
  const changes = wanted.flatMap((one) => {
    const change = changeFor(one, installed);
    if (change === undefined) terminal.note(thereAlready(one, findIn(installed, one.id), name));
    return change === undefined ? [] : [{ one, change }];
  });
  if (changes.length === 0) return nothingDone(host, opened, "There is nothing to do.");
  await requireAbilities(
    host,
    opened,
    changes.map(({ change }) => change.action),
  );
  const fresh = changes.filter(({ change }) => change.action === "install").map(({ one }) => one);
  const froms = await sources(host, opened, fresh);
  // Titles are said again as steps.
  for (const line of options.yes ? froms : []) terminal.note(line);
  const all = changes.map(({ change }) => change);
  const others = all.filter(({ action }) => action !== "install");
  const asked = titled(all, "Change", others);
  const title = `${asked.what} on ${name}? ${warning(name, all)}`;
  if (
    !(await confirmOrThrow(host, { title, detail: [...froms, ...asked.detail], choice: "yes" }, options.yes))
  )
    return nothingDone(host, opened, "Nothing was changed.");
  return makeChanges(host, opened, all, options);
}

/** Each that was named; without any, each that can be updated. Throws EXTENSION_NOT_INSTALLED. */
function toUpdate(
  wanted: readonly WantedExtension[],
  installed: readonly InstalledExtension[],
  backend: string,
): readonly Change[] {
  if (wanted.length === 0)
    return installed
      .filter(({ origin, enabled }) => enabled && (origin === "git" || origin === "registry"))
      .map((one) => updating(one, { id: one.id, range: "*" }));
  return wanted.map((one) => {
    const found = findIn(installed, one.id);
    if (found === undefined)
      throw extensionFault("EXTENSION_NOT_INSTALLED", { backend, id: one.id, suggestion: "" });
    return updating(found, one);
  });
}

export async function runUpdate(
  host: CommandHost,
  words: readonly string[],
  options: ChangeCommandOptions,
): Promise<ExitCode> {
  const { signal } = host;
  const wanted = parsed(words);
  const opened = await openWithFacet(host, options.backend, "extensions");
  const name = oneLine(opened.instance.name);
  const changes = toUpdate(wanted, await opened.facet.list({ signal }), opened.instance.name);
  if (changes.length === 0) return nothingDone(host, opened, `${name} has no extension that can be updated.`);
  await requireAbilities(host, opened, ["update"]);
  const { what, detail } = titled(changes, "Update", changes);
  const title = `${what} on ${name}? ${warning(name, changes)}`;
  if (!(await confirmOrThrow(host, { title, detail, choice: "yes" }, options.yes)))
    return nothingDone(host, opened, "Nothing was changed.");
  return makeChanges(host, opened, changes, options);
}

type Command = (
  host: CommandHost,
  words: readonly string[],
  options: ChangeCommandOptions,
) => Promise<ExitCode>;
const asCommand =
  (run: Command) =>
  (words: readonly string[], options: ChangeCommandOptions, invocation: Invocation): Promise<ExitCode> =>
    runWithHost({ ...invocation, yes: options.yes === true }, (host) => run(host, words, options));

export const installExtensions = asCommand(runInstall);
export const updateExtensions = asCommand(runUpdate);
