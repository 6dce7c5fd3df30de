// Changes of extensions, and the sentence that each shows when it is done.

import { isIn, isSame, isSameCommit, newestIn, versionOf } from "@pictor/extensions";
import type {
  ChangeOptions,
  ExtensionAction,
  ExtensionsFacet,
  ExtensionSpec,
  InstalledExtension,
} from "@pictor/kernel";

/** One change to apply. */
export interface Change {
  readonly action: ExtensionAction;
  readonly id: string;
  /** The title of the change, such as "Install owner/name". */
  readonly title: string;
  /** Applies the change. `extension` is absent if nothing changed; for a removal it is the removed extension. */
  run(
    facet: ExtensionsFacet,
    options: ChangeOptions,
  ): Promise<{ readonly extension?: InstalledExtension; readonly sentence: string }>;
}

/** Describes an extension's version: the version itself, else the first digits of the commit, else an empty text. */
export const versionText = ({ version, commit }: InstalledExtension): string =>
  version ?? (commit === undefined ? "" : commit.slice(0, 8));

/** True if both strings are versions and `to` is older than `from`. */
function isOlder(to: string, from: string): boolean {
  const [before, after] = [versionOf(from), versionOf(to)];
  if (before === undefined || after === undefined || before === after) return false;
  return newestIn([from, to], `${before} || ${after}`)?.version === before;
}

/** Describes a change of version, such as `updated from 1.0.0 to 2.0.0`; a downgrade is `changed from ...`. */
export const versionChange = (from: string, to: string): string =>
  `${isOlder(to, from) ? "changed" : "updated"} from ${from} to ${to}`;

export const versionSuffix = ({ range, commit }: ExtensionSpec): string =>
  commit !== undefined ? ` at ${commit.slice(0, 8)}` : range === "*" ? "" : ` ${range}`;

const isSatisfied = ({ version, commit }: InstalledExtension, wanted: ExtensionSpec): boolean => {
  if (wanted.commit !== undefined) return commit !== undefined && isSameCommit(commit, wanted.commit);
  return wanted.range === "*" || (version !== undefined && isIn(version, wanted.range));
};

/** The installed extension with this id; if several have the id, an enabled one. */
export const findInstalled = (
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
  title: `Install ${wanted.id}${versionSuffix(wanted)}`,
  async run(facet, options) {
    const extension = await facet.install(wanted, options);
    return { extension, sentence: `${named(extension)} is installed as ${extension.place}.` };
  },
});

export const updateChange = (before: InstalledExtension, wanted: ExtensionSpec): Change => ({
  action: "update",
  id: before.id,
  title: `Update ${before.id}${versionSuffix(wanted)}`,
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
export function changeFor(
  wanted: ExtensionSpec,
  installed: readonly InstalledExtension[],
): Change | undefined {
  const found = findInstalled(installed, wanted.id);
  if (found === undefined) return installChange(wanted);
  if (!isSatisfied(found, wanted)) return updateChange(found, wanted);
  return found.enabled ? undefined : enableChange(found);
}

export type Switch = "enable" | "disable" | "remove";

/** The state that a change leads to. */
export const switchedStates: Readonly<Record<Switch, string>> = {
  enable: "is enabled",
  disable: "is disabled",
  remove: "is removed",
};
const titles: Readonly<Record<Switch, string>> = { enable: "Enable", disable: "Disable", remove: "Remove" };

/** `word` is the id or folder as given; a folder tells extensions with the same id apart. */
export const switchChange = (action: Switch, before: InstalledExtension, word: string): Change => ({
  action,
  id: before.id,
  title: `${titles[action]} ${before.id}`,
  async run(facet, options) {
    const after = await facet[action](word, options);
    const addition = action === "disable" ? "; its files stay" : "";
    return { extension: after ?? before, sentence: `${before.id} ${switchedStates[action]}${addition}.` };
  },
});
