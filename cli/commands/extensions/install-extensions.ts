// `pictor extensions install` and `extensions update`.

import { homedir } from "node:os";
import { extensionFault, isIn, isSame, isSameCommit } from "@pictor/extensions";
import type { ExtensionSource, InstalledExtension, ExtensionSpec } from "@pictor/host";
import { type OpenedInstance, openWithFacet } from "../../backends/open-instance.js";
import { versionChange } from "../../backends/version-change.js";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { confirmOrThrow } from "../../session/confirm.js";
import { oneLine } from "../../text/plain-text.js";
import {
  applyChanges,
  reportNoChange,
  requireActions,
  type Change,
  type ChangeCommandOptions,
} from "./apply-changes.js";
import { versionText } from "./extensions-table.js";
import { parseExtension } from "./parse-extension.js";

/** Parses ids from the command line; `isTyped` permits ids that are paths of folders on this machine. */
const parseWords = (words: readonly string[]): readonly ExtensionSpec[] =>
  words.map((word) => ({
    ...parseExtension(word, { folder: process.cwd(), home: homedir() }),
    isTyped: true,
  }));

const wantedText = ({ range, commit }: ExtensionSpec): string =>
  commit !== undefined ? ` at ${commit.slice(0, 8)}` : range === "*" ? "" : ` ${range}`;

const isSatisfied = ({ version, commit }: InstalledExtension, wanted: ExtensionSpec): boolean => {
  if (wanted.commit !== undefined) return commit !== undefined && isSameCommit(commit, wanted.commit);
  return wanted.range === "*" || (version !== undefined && isIn(version, wanted.range));
};

/** The installed extension with this id; of several, an enabled one. */
const findInstalled = (
  installed: readonly InstalledExtension[],
  id: string,
): InstalledExtension | undefined => {
  const found = installed.filter((one) => isSame(id, one));
  return found.find(({ enabled }) => enabled) ?? found[0];
};

const named = (extension: InstalledExtension): string =>
  `${extension.id} ${versionText(extension)}`.trimEnd();

const installChange = (wanted: ExtensionSpec): Change => ({
  action: "install",
  id: wanted.id,
  title: `Install ${wanted.id}${wantedText(wanted)}`,
  async run(facet, options) {
    const extension = await facet.install(wanted, options);
    return { extension, sentence: `${named(extension)} is installed as ${extension.place}.` };
  },
});

const updateChange = (before: InstalledExtension, wanted: ExtensionSpec): Change => ({
  action: "update",
  id: before.id,
  title: `Update ${before.id}${wantedText(wanted)}`,
  async run(facet, options) {
    const updated = await facet.update(wanted, options);
    const extension =
      updated.enabled || wanted.range === "*" ? updated : await facet.enable(before.id, options);
    if (extension.pending)
      return { extension, sentence: `${before.id}: its new version takes effect after a restart.` };
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

const enableChange = (before: InstalledExtension): Change => ({
  action: "enable",
  id: before.id,
  title: `Enable ${before.id}`,
  async run(facet, options) {
    const extension = await facet.enable(before.id, options);
    return { extension, sentence: `${named(extension)} is enabled.` };
  },
});

/** The change that a wanted extension needs; undefined if the extension is installed already. */
function changeFor(wanted: ExtensionSpec, installed: readonly InstalledExtension[]): Change | undefined {
  const found = findInstalled(installed, wanted.id);
  if (found === undefined) return installChange(wanted);
  if (!isSatisfied(found, wanted)) return updateChange(found, wanted);
  return found.enabled ? undefined : enableChange(found);
}

const sourceText = ({ origin, address, version }: ExtensionSource): string =>
  `${origin === "git" ? "" : "the registry, "}${address}${version === undefined ? "" : ` (${version})`}`;

/** One line for each extension to install, with the source of its code. Throws EXTENSION_UNKNOWN. */
async function sourceLines(
  { signal }: CommandHost,
  { instance, facet }: OpenedInstance<"extensions">,
  wanted: readonly ExtensionSpec[],
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

/** The note about an extension that is installed already, with its version. */
const alreadyInstalledNote = (
  one: ExtensionSpec,
  found: InstalledExtension | undefined,
  name: string,
): string => {
  const version = found === undefined ? "" : versionText(found);
  return `${oneLine(one.id)} is on ${name} already${version === "" ? "" : `: ${oneLine(version)}`}.`;
};

/** The question: the title of a single change, or the number of changes with the titles of `listed` below. */
const questionFor = (all: readonly Change[], verb: string, listed: readonly Change[]) => {
  const [first] = all;
  if (first !== undefined && all.length === 1) return { what: first.title, detail: [] };
  return { what: `${verb} ${all.length} extensions`, detail: listed.map(({ title }) => title) };
};

export async function runInstall(
  host: CommandHost,
  words: readonly string[],
  options: ChangeCommandOptions,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const wanted = parseWords(words);
  const opened = await openWithFacet(host, options.backend, "extensions");
  const name = oneLine(opened.instance.name);
  const installed = await opened.facet.list({ signal });
  const changes = wanted.flatMap((one) => {
    const change = changeFor(one, installed);
    if (change === undefined)
      terminal.note(alreadyInstalledNote(one, findInstalled(installed, one.id), name));
    return change === undefined ? [] : [{ one, change }];
  });
  if (changes.length === 0) return reportNoChange(host, opened, "There is nothing to do.");
  await requireActions(
    host,
    opened,
    changes.map(({ change }) => change.action),
  );
  const fresh = changes.filter(({ change }) => change.action === "install").map(({ one }) => one);
  const sources = await sourceLines(host, opened, fresh);
  // With --yes there is no question that shows the sources.
  for (const line of options.yes ? sources : []) terminal.note(line);
  const all = changes.map(({ change }) => change);
  const others = all.filter(({ action }) => action !== "install");
  const question = questionFor(all, "Change", others);
  const title = `${question.what} on ${name}? ${warning(name, all)}`;
  if (
    !(await confirmOrThrow(
      host,
      { title, detail: [...sources, ...question.detail], choice: "yes" },
      options.yes,
    ))
  )
    return reportNoChange(host, opened, "Nothing was changed.");
  return applyChanges(host, opened, all, options);
}

/** The updates of the named extensions; without names, of all that can be updated. Throws EXTENSION_NOT_INSTALLED. */
function updateChanges(
  wanted: readonly ExtensionSpec[],
  installed: readonly InstalledExtension[],
  backend: string,
): readonly Change[] {
  if (wanted.length === 0)
    return installed
      .filter(({ origin, enabled }) => enabled && (origin === "git" || origin === "registry"))
      .map((one) => updateChange(one, { id: one.id, range: "*" }));
  return wanted.map((one) => {
    const found = findInstalled(installed, one.id);
    if (found === undefined)
      throw extensionFault("EXTENSION_NOT_INSTALLED", { backend, id: one.id, suggestion: "" });
    return updateChange(found, one);
  });
}

export async function runUpdate(
  host: CommandHost,
  words: readonly string[],
  options: ChangeCommandOptions,
): Promise<ExitCode> {
  const { signal } = host;
  const wanted = parseWords(words);
  const opened = await openWithFacet(host, options.backend, "extensions");
  const name = oneLine(opened.instance.name);
  const changes = updateChanges(wanted, await opened.facet.list({ signal }), opened.instance.name);
  if (changes.length === 0)
    return reportNoChange(host, opened, `${name} has no extension that can be updated.`);
  await requireActions(host, opened, ["update"]);
  const { what, detail } = questionFor(changes, "Update", changes);
  const title = `${what} on ${name}? ${warning(name, changes)}`;
  if (!(await confirmOrThrow(host, { title, detail, choice: "yes" }, options.yes)))
    return reportNoChange(host, opened, "Nothing was changed.");
  return applyChanges(host, opened, changes, options);
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
