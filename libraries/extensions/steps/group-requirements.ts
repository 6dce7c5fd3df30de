// Groups the requirements of the same extension, under whichever names. Pure.

import {
  cutText,
  withoutUndefined,
  type ExtensionRequirement,
  type InstalledExtension,
} from "@pictor/kernel/plugin";
import { identitiesOf, identityOf, readIdentity } from "../names/identity.js";
import { byPlace, compareTexts } from "../names/order.js";
import { problemOfRange } from "../versions/version-ranges.js";
import type { Knowledge } from "./step.js";
import { commitOf } from "../versions/version.js";

export interface Group {
  /** All names of the extension, normalized. */
  readonly names: ReadonlySet<string>;
  /** Sorted requirements, so that the result does not depend on the order in which they were declared. */
  readonly required: readonly ExtensionRequirement[];
  readonly installed: readonly InstalledExtension[];
  /** Why one of the requirements is invalid. */
  readonly problem?: string;
}

/** Why a requirement is invalid. It may not name a folder on this machine, because it may come from an untrusted graph. */
function problemOf({ id, range, commit }: ExtensionRequirement): string | undefined {
  const read = readIdentity(id);
  if (read.kind === "refused") return `its name is refused: ${read.reason}`;
  if (read.kind === "local") return "its name is a folder of this machine";
  const problem = problemOfRange(range);
  if (problem !== undefined) return `the range ${JSON.stringify(cutText(range, 80))} is invalid: ${problem}`;
  if (commit !== undefined && commitOf(commit) === undefined)
    return `${JSON.stringify(cutText(commit, 80))} is not a commit hash`;
  return undefined;
}

const keyOf = ({ id, range, commit = "", nodeClasses }: ExtensionRequirement): string =>
  JSON.stringify([identityOf(id) ?? id, range, commit, nodeClasses]);
const byKey = (a: ExtensionRequirement, b: ExtensionRequirement): number => compareTexts(keyOf(a), keyOf(b));

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
 * Two requirements belong to the same group if they share a name, or an installed extension has both names. Duplicates are
 * removed.
 */
export function groupsOf(
  required: readonly ExtensionRequirement[],
  installed: readonly InstalledExtension[],
  knowledge: Knowledge,
): readonly Group[] {
  const sorted = [...installed].sort(byPlace);
  const named = sorted.map((extension) => ({ extension, names: new Set(identitiesOf(extension)) }));
  // Sorting decides which of two spellings of the same requirement is kept.
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
      required: [...related.flatMap((draft) => draft.required), entry],
      installed: new Set([...related.flatMap((draft) => [...draft.installed]), ...own.installed]),
    };
    drafts = [...drafts.filter((draft) => !isRelated(draft)), merged];
  }
  return drafts.map((draft) => {
    const inOrder = [...draft.required].sort(byKey);
    const problem = inOrder.map(problemOf).find((text) => text !== undefined);
    return { ...draft, required: inOrder, installed: [...draft.installed], ...withoutUndefined({ problem }) };
  });
}
