// Plans the changes that requested extensions need, and the question that a person must confirm before they are made.

import {
  credentialProblem,
  extensionFault,
  isSame,
  problemOfRange,
  requireIdentity,
  withoutCredentials,
} from "@pictor/extensions";
import {
  didYouMean,
  type ExtensionAction,
  type ExtensionSource,
  type ExtensionSpec,
  type InstalledExtension,
} from "@pictor/kernel";
import type { Confirmation } from "../base/index.js";
import {
  changeFor,
  findInstalled,
  switchChange,
  switchedStates,
  updateChange,
  versionText,
  versionSuffix,
  type Change,
  type Switch,
} from "./extension-changes.js";
import type { OpenedInstance } from "../backends/open-facet.js";

export interface ChangePlan {
  readonly changes: readonly Change[];
  /** A sentence for each extension that needs no change. */
  readonly notes: readonly string[];
  /** Where the code of each new extension comes from. */
  readonly sources: readonly string[];
  /** The question to a person; absent if nobody has to confirm the changes. */
  readonly question?: Confirmation;
}

type Opened = OpenedInstance<"extensions">;

/**
 * Checks requested extensions. Throws EXTENSION_ID_REFUSED or EXTENSION_RANGE_INVALID for an invalid id or version
 * range, and EXTENSION_SOURCE_REFUSED for an address with credentials.
 */
export function requireSpecs(wanted: readonly ExtensionSpec[]): void {
  for (const { id, range } of wanted) {
    const identity = requireIdentity(id);
    const refusal = credentialProblem(id);
    if (refusal !== undefined) {
      const details = { id: identity.id, address: withoutCredentials(id), reason: refusal };
      throw extensionFault("EXTENSION_SOURCE_REFUSED", details);
    }
    const reason = problemOfRange(range);
    if (reason !== undefined) throw extensionFault("EXTENSION_RANGE_INVALID", { id, range, reason });
  }
}

/** Throws `EXTENSION_UNSUPPORTED` with the backend's reason if the backend lacks one of the actions. */
async function requireActions(
  { instance, facet }: Opened,
  actions: readonly ExtensionAction[],
  signal: AbortSignal,
): Promise<void> {
  const { actions: possible, reason } = await facet.capabilities({ signal });
  const missing = actions.find((action) => !possible.includes(action));
  if (missing === undefined) return;
  throw extensionFault("EXTENSION_UNSUPPORTED", {
    backend: instance.name,
    action: missing,
    reason: reason ?? "it does not support that",
    // A reason says what to do.
    advice:
      reason === undefined
        ? "Make the change by hand on the machine of the server, and restart the server."
        : "Then try again.",
  });
}

const sourceText = ({ origin, address, version }: ExtensionSource): string =>
  `${origin === "git" ? "" : "the registry, "}${address}${version === undefined ? "" : ` (${version})`}`;

/** One line for each extension to install, with the source of its code. Throws EXTENSION_UNKNOWN. */
async function sourceLines(
  { instance, facet }: Opened,
  wanted: readonly ExtensionSpec[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const one of wanted) {
    const source = await facet.locate(one, { signal });
    if (source === undefined)
      throw extensionFault("EXTENSION_UNKNOWN", { backend: instance.name, id: one.id });
    lines.push(`${one.id}${versionSuffix(one)}: from ${sourceText(source)}`);
  }
  return lines;
}

const warning = (name: string, { length }: readonly Change[]): string =>
  `${length === 1 ? "Its" : "Their"} code will run on the machine of ${name}.`;

/** The note about an extension that is installed already, with its version. */
function alreadyInstalledNote(
  { id }: ExtensionSpec,
  found: InstalledExtension | undefined,
  name: string,
): string {
  const version = found === undefined ? "" : versionText(found);
  return `${id} is on ${name} already${version === "" ? "" : `: ${version}`}.`;
}

/** The question to a person: the title of a single change, or the number of changes above the titles of `listed`. */
function questionFor(all: readonly Change[], verb: string, listed: readonly Change[]) {
  const [first] = all;
  if (first !== undefined && all.length === 1) return { what: first.title, detail: [] };
  return { what: `${verb} ${all.length} extensions`, detail: listed.map(({ title }) => title) };
}

/**
 * Plans the installation of extensions. Rejects with EXTENSION_UNSUPPORTED, EXTENSION_UNKNOWN, EXTENSION_NO_VERSION and
 * others.
 */
export async function planInstall(
  opened: Opened,
  wanted: readonly ExtensionSpec[],
  signal: AbortSignal,
): Promise<ChangePlan> {
  const { name } = opened.instance;
  const installed = await opened.facet.list({ signal });
  const pairs = wanted.map((one) => ({ one, change: changeFor(one, installed) }));
  const notes = pairs.flatMap(({ one, change }) =>
    change === undefined ? [alreadyInstalledNote(one, findInstalled(installed, one.id), name)] : [],
  );
  const changes = pairs.flatMap(({ change }) => change ?? []);
  if (changes.length === 0) return { changes, notes, sources: [] };
  const actions = changes.map(({ action }) => action);
  await requireActions(opened, actions, signal);
  const fresh = pairs.flatMap(({ one, change }) => (change?.action === "install" ? [one] : []));
  const sources = await sourceLines(opened, fresh, signal);
  const others = changes.filter(({ action }) => action !== "install");
  const { what, detail } = questionFor(changes, "Change", others);
  const title = `${what} on ${name}? ${warning(name, changes)}`;
  return { changes, notes, sources, question: { title, detail: [...sources, ...detail], choice: "yes" } };
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

/**
 * Plans updates of the extensions in `wanted`; without `wanted`, of all that can be updated. Rejects with
 * EXTENSION_NOT_INSTALLED or EXTENSION_UNSUPPORTED.
 */
export async function planUpdate(
  opened: Opened,
  wanted: readonly ExtensionSpec[],
  signal: AbortSignal,
): Promise<ChangePlan> {
  const { name } = opened.instance;
  const changes = updateChanges(wanted, await opened.facet.list({ signal }), name);
  if (changes.length === 0)
    return { changes, notes: [`${name} has no extension that can be updated.`], sources: [] };
  await requireActions(opened, ["update"], signal);
  const { what, detail } = questionFor(changes, "Update", changes);
  const title = `${what} on ${name}? ${warning(name, changes)}`;
  return { changes, notes: [], sources: [], question: { title, detail, choice: "yes" } };
}

/** Finds the named extensions. Throws EXTENSION_NOT_INSTALLED with the nearest name. */
async function findExtensions(
  { instance, facet }: Opened,
  words: readonly string[],
  signal: AbortSignal,
): Promise<readonly { readonly one: InstalledExtension; readonly word: string }[]> {
  const installed = await facet.list({ signal });
  return words.map((word) => {
    const one = installed.find((extension) => isSame(word, extension));
    if (one !== undefined) return { one, word };
    const known = installed.flatMap(({ id, place }) => [id, place]);
    const suggestion = didYouMean(word, known);
    throw extensionFault("EXTENSION_NOT_INSTALLED", { backend: instance.name, id: word, suggestion });
  });
}

/** Whether the extension already has the wanted state. */
const isAlready = (action: Switch, { enabled }: InstalledExtension): boolean =>
  (action === "enable" && enabled) || (action === "disable" && !enabled);

/**
 * Plans to enable, disable or remove extensions; `words` are their ids or folders. Rejects with EXTENSION_NOT_INSTALLED
 * or EXTENSION_UNSUPPORTED.
 */
export async function planSwitch(
  opened: Opened,
  action: Switch,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ChangePlan> {
  const { name } = opened.instance;
  const all = await findExtensions(opened, words, signal);
  const notes = all
    .filter(({ one }) => isAlready(action, one))
    .map(({ one }) => `${one.id} ${switchedStates[action]} already.`);
  const changes = all
    .filter(({ one }) => !isAlready(action, one))
    .map(({ one, word }) => switchChange(action, one, word));
  if (changes.length === 0) return { changes, notes, sources: [] };
  await requireActions(opened, [action], signal);
  if (action !== "remove") return { changes, notes, sources: [] };
  const detail = all.map(({ one: { id, place } }) => `${id}: the files in ${place} are deleted`);
  const what = changes.length === 1 ? (changes[0]?.title ?? "") : `Remove ${changes.length} extensions`;
  const question = { title: `${what} from ${name}?`, detail, choice: "remove" };
  return { changes, notes, sources: [], question };
}
