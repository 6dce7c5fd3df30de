// Describes steps in sentences for questions, vetoes, the command line and panels. Pure.

import {
  cutText,
  type ExtensionRequirement,
  type ExtensionSource,
  type ExtensionSpec,
  type InstalledExtension,
} from "@pictor/kernel/plugin";
import { withoutCredentials } from "../names/credentials.js";
import { identityOf } from "../names/identity.js";
import type { Doubt, Pin, Step, UpdateReason } from "./step.js";

const maxShown = 4;

/** Joins words as `A, B and C`; shortens long lists to the first words and the number of the others. */
export function listed(words: readonly string[]): string {
  const shown =
    words.length > maxShown
      ? [...words.slice(0, maxShown - 1), `${words.length - maxShown + 1} more`]
      : words;
  const last = shown.at(-1) ?? "";
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${last}` : last;
}

const classesOf = (required: readonly ExtensionRequirement[]): readonly string[] => [
  ...new Set(required.flatMap(({ nodeClasses }) => nodeClasses)),
];
/** The node classes that require the extension, else "a plugin". */
function requirersOf(required: readonly ExtensionRequirement[]): string {
  const classes = classesOf(required);
  return classes.length === 0 ? "a plugin" : listed(classes);
}
const verb = (required: readonly ExtensionRequirement[]): string =>
  classesOf(required).length > 1 ? "need" : "needs";

const rangeText = (range: string): string => (range === "*" ? "any version" : range);
const versionText = (
  { version, commit }: Pick<InstalledExtension, "version" | "commit">,
  ifUnknown = "an unknown version",
): string => version ?? (commit === undefined ? ifUnknown : `commit ${commit.slice(0, 10)}`);

const reasons: Readonly<
  Record<UpdateReason, (step: { readonly range: string; readonly pin?: Pin }) => string>
> = {
  outdated: ({ range }) => `too old: ${range} is needed`,
  "too-new": ({ range }) => `too new: ${range} is needed`,
  outside: ({ range }) => `not in ${range}, which is needed`,
  pin: ({ pin }) => `not what the lock file names: ${versionText(pin ?? {}, "nothing")}`,
  class: () => "without all of the node classes that are needed",
};
const doubts: Readonly<Record<Doubt, (step: { readonly range: string }) => string>> = {
  version: ({ range }) => `its version is not known, and ${range} is needed`,
  prerelease: ({ range }) => `it is a prerelease, which ${range} does not name`,
  commit: () => "the graph was made with another commit, or it is not known which one this is",
  identity: ({ range }) =>
    `it does not say that it is this extension, and ${range === "*" ? "that" : range} is needed`,
  unlisted: () => "the server does not report which extensions it has",
  copies: ({ range }) => `several copies are enabled, and not all of them are ${range}`,
};

/** Describes the problem of several enabled copies; undefined if there is none. */
export function describeCopies(step: Step): string | undefined {
  if (!("copies" in step) || !("found" in step)) return undefined;
  const enabled = step.copies.filter((copy) => copy.enabled);
  if (enabled.length === 0 || !step.found.enabled) return undefined;
  const places = [step.found, ...enabled].map(({ place }) => place).sort();
  return `${step.id} is enabled ${places.length} times, as ${listed(places)}; the server most likely uses ${step.found.place}. Disable the others.`;
}

/**
 * Describes an extension that was installed from another repository but names a required one in its metadata, such as a fork.
 * Undefined for every other extension.
 */
export function describeClaim(step: Step): string | undefined {
  if (!("found" in step)) return undefined;
  const { id, place } = step.found;
  const wanted = [...new Set(step.required.flatMap((entry) => identityOf(entry.id) ?? []))].sort();
  const repositories = wanted.filter((name) => name.includes("/"));
  if (!id.includes("/") || repositories.length === 0 || repositories.includes(id)) return undefined;
  return `${place} comes from ${id}, and claims to be ${listed(repositories)}.`;
}

/** Describes the state of the extension in one or two sentences. */
export function describeStep(step: Step): string {
  const { id, required } = step;
  const needed = `${requirersOf(required)} ${verb(required)} it`;
  switch (step.kind) {
    case "ok":
      if (step.found === undefined)
        return `${id}: the server has ${requirersOf(required)}, and any version will do.`;
      return [
        `${id} is installed: ${versionText(step.found)}, as ${step.found.place}.`,
        describeClaim(step) ?? [],
        describeCopies(step) ?? [],
      ]
        .flat()
        .join(" ");
    case "install":
      return `${id} is missing (${rangeText(step.range)}); ${needed}.`;
    case "update":
      return `${id} is ${versionText(step.found)}, ${reasons[step.because](step)}; ${needed}.`;
    case "enable":
      return `${id} is disabled${step.update === undefined ? "" : `, and ${versionText(step.found)} is ${reasons[step.update.because](step)}`}; ${needed}.`;
    case "restart":
      return `${id} is installed as ${step.found.place}, but the server has not loaded it yet; ${needed}.`;
    case "broken":
      return `${id} is installed as ${step.found.place}, but the server could not load it: ${step.failure}`;
    case "unverifiable": {
      if (step.because === "unlisted") return `${id} may be missing: ${doubts.unlisted(step)}; ${needed}.`;
      const found =
        step.found === undefined
          ? `Something provides ${requirersOf(required)}`
          : `${step.found.place} (${versionText(step.found)}) is installed`;
      return `${id}: ${found}, but ${doubts[step.because](step)}.`;
    }
    case "conflict":
      return `${id}: no version can be ${listed(step.between.map((one) => `${one.range} for ${requirersOf([one])}`))}.`;
    case "invalid":
      return `${JSON.stringify(cutText(withoutCredentials(id), 80))}, which ${requirersOf(required)} ${verb(required)}, cannot be used: ${step.problem}.`;
  }
}

const wantedText = (wanted: ExtensionSpec): string => versionText(wanted, rangeText(wanted.range));
const from = (source: ExtensionSource | undefined): string =>
  source === undefined ? "" : `, from ${withoutCredentials(source.address)}`;

/** Describes the change, beginning with a verb; undefined for a step that changes nothing. */
export function describeAction(step: Step, source?: ExtensionSource): string | undefined {
  const whose = `for ${requirersOf(step.required)}`;
  switch (step.kind) {
    case "install":
      return `Install ${step.id}: ${source?.version ?? wantedText(step.wanted)}${from(source)} (${whose})`;
    case "update":
      return `Update ${step.id}: ${versionText(step.found)} to ${wantedText(step.wanted)}${from(source)} (${whose})`;
    case "enable":
      return `Enable ${step.id}${step.update === undefined ? "" : ` and update it: ${versionText(step.found)} to ${wantedText(step.update.wanted)}${from(source)}`} (${whose})`;
    case "restart":
      return `Restart the server, which loads ${step.id} (${whose})`;
    case "unverifiable":
      return step.found === undefined
        ? undefined
        : `Update ${step.id}: ${versionText(step.found)} to ${wantedText(step.wanted)}${from(source)} (${whose})`;
    default:
      return undefined;
  }
}

/** Describes in one sentence what the user can do without Pictor. */
export function describeByHand(step: Step, source?: ExtensionSource): string {
  const address = source === undefined ? "" : ` from ${withoutCredentials(source.address)}`;
  switch (step.kind) {
    case "ok":
      return "Nothing has to be done.";
    case "install":
      return `Install ${step.id} (${rangeText(step.range)})${address} into custom_nodes of the server, and restart it.`;
    case "update":
      return `Change ${step.id} in custom_nodes/${step.found.place} to ${wantedText(step.wanted)}, and restart the server.`;
    case "enable":
      return `Enable ${step.id} (${step.found.place})${step.update === undefined ? "" : `, change it to ${wantedText(step.update.wanted)}`}, and restart the server.`;
    case "restart":
      return "Restart the server.";
    case "broken":
      return `Look for ${step.found.place} in the server's log, correct what the log reports, and restart the server.`;
    case "unverifiable":
      return step.found === undefined
        ? `Install ${step.id} (${rangeText(step.range)}) separately, and restart the server.`
        : `Change ${step.found.place} to a release of ${step.id} (${rangeText(step.range)}), and restart the server.`;
    case "conflict":
      return "Leave out one of the features or plugins that need it, or change what they need.";
    case "invalid":
      return "Correct the name or the range where it is required.";
  }
}
