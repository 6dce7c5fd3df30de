// Requirements of one extension brought together, however each of them names it. Pure.

import type { ExtensionRequirement, InstalledExtension } from "@pictor/kernel/plugin";
import { identitiesOf, identityOf, readIdentity } from "../names/identity.js";
import { problemOfRange } from "../versions/version-ranges.js";
import type { Knowledge } from "./step.js";
import { commitOf } from "../versions/version.js";

export interface Group {
  /** Every name that it is known by, in normal form. */
  readonly names: ReadonlySet<string>;
  /** In an order of their own, whatever order they came in. */
  readonly required: readonly ExtensionRequirement[];
  readonly installed: readonly InstalledExtension[];
  /** What one of the requirements lacks to be one. */
  readonly problem?: string;
}

/** Folders of this machine are named by the person or their configuration only: a graph of somebody's may not. */
function problemOf({ id, range, commit }: ExtensionRequirement): string | undefined {
  const read = readIdentity(id);
  if (read.kind === "refused") return `its name is refused: ${read.reason}`;
  if (read.kind === "local") return "its name is a folder of this machine";
  const problem = problemOfRange(range);
  if (problem !== undefined) return `the range ${JSON.stringify(range.slice(0, 80))} is none: ${problem}`;
  if (commit !== undefined && commitOf(commit) === undefined)
    return `${JSON.stringify(commit.slice(0, 80))} is no commit`;
  return undefined;
}

const keyOf = ({ id, range, commit = "", nodeClasses }: ExtensionRequirement): string =>
  JSON.stringify([identityOf(id) ?? id, range, commit, nodeClasses]);
const byKey = (a: ExtensionRequirement, b: ExtensionRequirement): number =>
  keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0;

function namesOf(id: string, knowledge: Knowledge): ReadonlySet<string> {
  const name = identityOf(id) ?? id;
  const aliases = (knowledge.aliases ?? []).map((texts) =>
    texts.map(identityOf).filter((text) => text !== undefined),
  );
  return new Set([name, ...aliases.filter((texts) => texts.includes(name)).flat()]);
}

interface Draft {
  names: ReadonlySet<string>;
  required: readonly ExtensionRequirement[];
  installed: ReadonlySet<InstalledExtension>;
}
const shares = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean => [...a].some((value) => b.has(value));

/**
 * Two requirements belong together when they have a name in common, or an installed extension that goes by both. Equal
 * requirements count once.
 */
export function groupsOf(
  required: readonly ExtensionRequirement[],
  installed: readonly InstalledExtension[],
  knowledge: Knowledge,
): readonly Group[] {
  const sorted = [...installed].sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0));
  const named = sorted.map((extension) => ({ extension, names: new Set(identitiesOf(extension)) }));
  // Of two spellings of one requirement, always the same one stays.
  const spelt = [...required].sort((a, b) => byKey(a, b) || (a.id < b.id ? 1 : -1));
  const distinct = [...new Map(spelt.map((entry) => [keyOf(entry), entry])).values()];
  let drafts: readonly Draft[] = [];
  for (const entry of distinct) {
    const names = namesOf(entry.id, knowledge);
    const matching = named.filter((one) => shares(one.names, names));
    const own: Draft = {
      names,
      required: [entry],
      installed: new Set(matching.map(({ extension }) => extension)),
    };
    const isRelated = (draft: Draft): boolean =>
      shares(draft.names, own.names) || shares(draft.installed, own.installed);
    const related = drafts.filter(isRelated);
    const merged: Draft = {
      names: new Set([...related.flatMap((draft) => [...draft.names]), ...own.names]),
      required: [...related.flatMap((draft) => draft.required), entry].sort(byKey),
      installed: new Set([...related.flatMap((draft) => [...draft.installed]), ...own.installed]),
    };
    drafts = [...drafts.filter((draft) => !isRelated(draft)), merged];
  }
  return drafts.map((draft) => {
    const problem = draft.required.map(problemOf).find((text) => text !== undefined);
    return { ...draft, installed: [...draft.installed], ...(problem !== undefined && { problem }) };
  });
}
