// `pictor extensions enable`, `disable` and `remove`.

import { extensionFault, isSame } from "@pictor/extensions";
import { didYouMean, type InstalledExtension } from "@pictor/host";
import { type OpenedInstance, openWithFacet } from "../../backends/open-instance.js";
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

export type Switch = "enable" | "disable" | "remove";

/** Finds the named extensions. Throws EXTENSION_NOT_INSTALLED with the nearest name. */
async function findExtensions(
  { signal }: CommandHost,
  { instance, facet }: OpenedInstance<"extensions">,
  words: readonly string[],
): Promise<readonly InstalledExtension[]> {
  const installed = await facet.list({ signal });
  return words.map((word) => {
    const one = installed.find((extension) => isSame(word, extension));
    if (one !== undefined) return one;
    const known = installed.flatMap(({ id, place }) => [id, place]);
    const suggestion = didYouMean(word, known);
    throw extensionFault("EXTENSION_NOT_INSTALLED", { backend: instance.name, id: word, suggestion });
  });
}

const sentences: Readonly<Record<Switch, string>> = {
  enable: "is enabled",
  disable: "is disabled; its files stay",
  remove: "is removed",
};
const titles: Readonly<Record<Switch, string>> = { enable: "Enable", disable: "Disable", remove: "Remove" };

/** `word` is the id or folder as typed; a folder tells extensions with the same id apart. */
const changeOf = (action: Switch, before: InstalledExtension, word: string): Change => ({
  action,
  id: before.id,
  title: `${titles[action]} ${before.id}`,
  async run(facet, options) {
    const after = await facet[action](word, options);
    return { extension: after ?? before, sentence: `${before.id} ${sentences[action]}.` };
  },
});

/** True if the extension already has the wanted state. */
const isAlready = (action: Switch, { enabled }: InstalledExtension): boolean =>
  (action === "enable" && enabled) || (action === "disable" && !enabled);

export async function runSwitch(
  host: CommandHost,
  action: Switch,
  words: readonly string[],
  options: ChangeCommandOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  const opened = await openWithFacet(host, options.backend, "extensions");
  const name = oneLine(opened.instance.name);
  const all = await findExtensions(host, opened, words);
  const changes = all.flatMap((one, index) => {
    if (isAlready(action, one)) {
      terminal.note(`${oneLine(one.id)} ${sentences[action]} already.`);
      return [];
    }
    return [changeOf(action, one, words[index] ?? one.id)];
  });
  if (changes.length === 0) return reportNoChange(host, opened, "There is nothing to do.");
  await requireActions(host, opened, [action]);
  if (action === "remove") {
    const lines = all.map(({ id, place }) => `${oneLine(id)}: the files in ${oneLine(place)} are deleted`);
    const what = changes.length === 1 ? (changes[0]?.title ?? "") : `Remove ${changes.length} extensions`;
    const question = { title: `${what} from ${name}?`, detail: lines, choice: "remove" };
    if (!(await confirmOrThrow(host, question, options.yes)))
      return reportNoChange(host, opened, "Nothing was changed.");
  }
  return applyChanges(host, opened, changes, options);
}

export const switchExtensions = (
  action: Switch,
  words: readonly string[],
  options: ChangeCommandOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithHost({ ...invocation, yes: options.yes === true }, (host) =>
    runSwitch(host, action, words, options),
  );
