// Decides the step for one extension from its requirements and its installed copies. Pure.

import {
  withoutUndefined,
  type ExtensionRequirement,
  type InstalledExtension,
  type ExtensionSpec,
} from "@pictor/kernel/plugin";
import { placeOf } from "./class-requirements.js";
import { chooseCopy, type Chosen } from "./choose-copy.js";
import type { Group } from "./group-requirements.js";
import { identityOf } from "../names/identity.js";
import { intersect } from "../versions/version-ranges.js";
import type { Knowledge, Pin, Step } from "./step.js";
import type { VersionCriteria } from "./judge-copy.js";
import { commitOf, isIn, isSameCommit } from "../versions/version.js";

/** A minimal set of requirements that contradict each other. */
function contradiction(required: readonly ExtensionRequirement[]): readonly ExtensionRequirement[] {
  let left = required;
  for (const entry of required) {
    const without = left.filter((other) => other !== entry);
    if (intersect(without.map(({ range }) => range)) === undefined) left = without;
  }
  return left;
}

/** The longest commit hash if all hashes are of the same commit; undefined if they differ or there is none. */
function commonCommit(commits: readonly string[]): string | undefined {
  const [longest] = [...commits].sort((a, b) => b.length - a.length);
  return longest !== undefined && commits.every((commit) => isSameCommit(commit, longest))
    ? longest
    : undefined;
}

const fits = (pin: Pin, range: string, commits: readonly string[]): boolean =>
  (pin.version === undefined || isIn(pin.version, range)) &&
  commits.every((commit) => pin.commit === undefined || isSameCommit(pin.commit, commit));

/** A required commit is wanted only if any version is accepted, because the version of a commit is unknown. */
function wantedOf(id: string, { range, commits, pin }: VersionCriteria): ExtensionSpec {
  const commit =
    pin?.commit ?? (range === "*" && pin?.version === undefined ? commonCommit(commits) : undefined);
  return withoutUndefined({ id, range, version: pin?.version, commit });
}

interface Presence {
  /** The server has all required node classes. */
  readonly isComplete: boolean;
  /** The server is running and lacks some of the required node classes. */
  readonly isLacking: boolean;
  /** The folder of the extension from which one of the classes comes. */
  readonly folder?: string;
}

function presenceOf(required: readonly ExtensionRequirement[], { classes }: Knowledge): Presence {
  const wanted = required.flatMap(({ nodeClasses }) => nodeClasses);
  if (classes === undefined || wanted.length === 0) return { isComplete: false, isLacking: false };
  const folder = wanted.map((name) => placeOf(classes.get(name) ?? {})).find((place) => place !== undefined);
  const isComplete =
    required.every(({ nodeClasses }) => nodeClasses.length > 0) && wanted.every((name) => classes.has(name));
  const isLacking = wanted.some((name) => !classes.has(name));
  return { isComplete, isLacking, ...(folder !== undefined && { folder }) };
}

/** The extension that the classes come from, else one without metadata whose folder has a matching name. */
function lookalike(
  { names }: Group,
  { folder }: Presence,
  installed: readonly InstalledExtension[],
): InstalledExtension | undefined {
  const lastParts = new Set([...names].map((name) => name.split("/").at(-1)));
  const isAnonymous = (one: InstalledExtension): boolean =>
    one.repositories.length === 0 && one.registryId === undefined && lastParts.has(one.place.toLowerCase());
  return installed.find(({ place }) => place === folder) ?? installed.find(isAnonymous);
}

/** The name for the step; a repository is preferred to a registry id. */
const nameOf = ({ names, required }: Group): string => {
  const own = required.map(({ id }) => identityOf(id) ?? id);
  return [...own, ...names].find((name) => name.includes("/")) ?? own[0] ?? "";
};

function withFound(
  chosen: Chosen,
  group: Group,
  wish: VersionCriteria,
  about: object,
  presence: Presence,
): Step {
  const { found, copies, verdict } = chosen;
  const { required } = group;
  const base = { id: found.id, required, range: wish.range, ...about, found, copies };
  const wanted = wantedOf(copies.length > 0 ? found.place : found.id, wish);
  const isAnyGood = wish.range === "*" && wish.commits.length === 0 && presence.isComplete;
  const because = verdict.is === "wrong" ? verdict.because : undefined;
  if (isAnyGood && !(found.enabled && because === "pin")) return { kind: "ok", ...base };
  if (!found.enabled)
    return { kind: "enable", ...base, ...(because !== undefined && { update: { wanted, because } }) };
  if (because !== undefined && because !== "pin") return { kind: "update", ...base, wanted, because };
  if (found.loaded === false) {
    if (found.failure === undefined) return { kind: "restart", ...base };
    return { kind: "broken", ...base, failure: found.failure };
  }
  if (verdict.is === "doubtful") return { kind: "unverifiable", ...base, because: verdict.because, wanted };
  if (because !== undefined) return { kind: "update", ...base, wanted, because };
  if (presence.isLacking) return { kind: "update", ...base, wanted, because: "class" };
  return { kind: "ok", ...base };
}

export function judge(
  group: Group,
  installed: readonly InstalledExtension[],
  pins: readonly Pin[],
  knowledge: Knowledge,
): Step {
  const { required, problem, names } = group;
  const id = group.installed[0]?.id ?? nameOf(group);
  if (problem !== undefined) return { kind: "invalid", id, required, problem };
  const range = intersect(required.map((entry) => entry.range));
  if (range === undefined) return { kind: "conflict", id, required, between: contradiction(required) };
  const commits = [...new Set(required.flatMap(({ commit }) => commitOf(commit ?? "") ?? []))];
  const pinned = pins.find((entry) => {
    const name = identityOf(entry.id);
    return (
      name !== undefined && (names.has(name) || group.installed.some((one) => identityOf(one.id) === name))
    );
  });
  const isObeyed = pinned !== undefined && fits(pinned, range, commits);
  const wish: VersionCriteria = { range, commits, ...(isObeyed && { pin: pinned }) };
  const about = { ...(pinned !== undefined && (isObeyed ? { pin: pinned } : { stalePin: pinned })) };
  const presence = presenceOf(required, knowledge);
  const chosen = chooseCopy(group.installed, wish);
  if (chosen !== undefined) return withFound(chosen, group, wish, about, presence);

  const base = { id, required, range, ...about };
  if (presence.isComplete && range === "*" && commits.length === 0) return { kind: "ok", ...base };
  const found = lookalike(group, presence, installed);
  const wanted = wantedOf(nameOf(group), wish);
  if (!presence.isComplete && found === undefined) {
    const isUnlisted = knowledge.isUnlisted === true && !presence.isLacking;
    return isUnlisted
      ? { kind: "unverifiable", ...base, because: "unlisted", wanted }
      : { kind: "install", ...base, wanted };
  }
  const copies = found === undefined ? {} : { found, copies: [] };
  return { kind: "unverifiable", ...base, ...copies, because: "identity", wanted };
}
