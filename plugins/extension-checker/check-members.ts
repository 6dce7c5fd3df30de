// The check for a backend with several members: one member that has everything is enough, because a prompt goes only to
// members that have the extensions that it requires. Otherwise the changes of the member that needs the fewest are offered.

import { decide, type Lock, type Step } from "@pictor/extensions";
import {
  reasonOf,
  type Backend,
  type Catalog,
  type ExtensionRequirement,
  type MembersFacet,
  type Veto,
} from "@pictor/kernel/plugin";
import { lockOf, toAssessment, type Assessment } from "./assess-extensions.js";
import type { Gate } from "./check-context.js";
import { unexplained, type Requirements } from "./collect-requirements.js";
import { requirementsFor } from "./provider-requirements.js";
import { withProgress } from "./report-progress.js";
import { fetchCatalog } from "./server-catalog.js";
import { settle } from "./settle-requirements.js";
import { conflictVeto, membersVeto, noMemberVeto, type MemberLack } from "./vetoes.js";

/** A member and what it lacks; `failure` says why it could not be asked. */
type Judged =
  | { readonly name: string; readonly assessment: Assessment }
  | { readonly name: string; readonly failure: string };

type Assessed = Extract<Judged, { assessment: Assessment }>;

const isAssessed = (judged: Judged): judged is Assessed => "assessment" in judged;

/** The steps without which the member cannot run the generation. */
const openSteps = ({ assessment: { conflicts, broken, changes } }: Assessed): readonly Step[] => [
  ...conflicts,
  ...broken,
  ...changes,
];

/** The classes of one member. */
const catalogOf = (catalog: Catalog, member: string): Catalog =>
  new Map([...catalog].filter(([, { members }]) => members === undefined || members.includes(member)));

/** The check of one member, as if it were the backend. */
const gateOf = (gate: Gate, name: string, backend: Backend): Gate => ({
  ...gate,
  context: { ...gate.context, backend, info: { ...gate.context.info, name } },
});

/**
 * Settles the requirements on one member. It gets no prompts from the agreement of the user to the end of the changes,
 * so that they need not wait for new ones, and no prompt is lost at a restart.
 */
async function settleMember(
  member: Gate,
  facet: MembersFacet,
  required: readonly ExtensionRequirement[],
  catalog: Catalog,
): Promise<Veto | undefined> {
  const { info, signal } = member.context;
  const drained: string[] = [];
  const beforeChanges = async (): Promise<void> => {
    const { members } = await facet.status({ signal });
    if (members.find(({ name }) => name === info.name)?.state === "draining") return;
    await facet.drain(info.name, { signal });
    drained.push(info.name);
  };
  try {
    return await settle({ ...member, beforeChanges }, required, catalog);
  } finally {
    for (const name of drained) await facet.resume(name);
  }
}

/** A member whose extensions can be changed from here. */
async function openMember(gate: Gate, facet: MembersFacet, name: string): Promise<Gate | undefined> {
  const member = await facet.open?.(name);
  return member?.facets.extensions === undefined ? undefined : gateOf(gate, name, member);
}

type Question = Readonly<{ required: readonly ExtensionRequirement[]; catalog: Catalog; lock: Lock }>;

async function judge(
  { context: { signal } }: Gate,
  facet: MembersFacet,
  name: string,
  { required, catalog, lock }: Question,
): Promise<Judged> {
  try {
    const installed = await facet.extensions(name, { signal });
    const knowledge = {
      classes: catalogOf(catalog, name),
      ...(installed === undefined && { isUnlisted: true }),
    };
    return { name, assessment: toAssessment(decide(required, installed ?? [], lock, knowledge), lock) };
  } catch (error) {
    signal.throwIfAborted();
    return { name, failure: reasonOf(error) };
  }
}

/** The names of the members that get prompts. */
async function membersInUse({ context: { signal } }: Gate, facet: MembersFacet): Promise<readonly string[]> {
  const { members } = await facet.status({ signal });
  const open = members.filter(({ state }) => state !== "draining");
  return (open.length === 0 ? members : open).map(({ name }) => name);
}

/** Requirements for classes that no member has, by the index of the first member that has one. */
async function lookedUp(
  gate: Gate,
  facet: MembersFacet,
  names: readonly string[],
  { needed, catalog }: { readonly needed: Requirements; readonly catalog: Catalog },
): Promise<readonly ExtensionRequirement[]> {
  const { lacking } = unexplained(needed, catalog);
  if (lacking.length === 0 || gate.config.unknownClasses !== "look-up") return [];
  for (const name of names) {
    const member = await openMember(gate, facet, name).catch(() => undefined);
    if (member !== undefined) return requirementsFor(member, lacking, needed.required);
  }
  return [];
}

const lackOf = (judged: Judged): MemberLack =>
  isAssessed(judged)
    ? { member: judged.name, steps: openSteps(judged) }
    : { member: judged.name, steps: [], failure: judged.failure };

/** Offers the changes of one member after the other, fewest first, until one can be changed from here. */
async function offer(
  gate: Gate,
  facet: MembersFacet,
  judged: readonly Judged[],
  { required, catalog }: Question,
): Promise<Veto | undefined> {
  const { name } = gate.context.info;
  const lacks = judged.map(lackOf);
  const assessed = judged
    .filter(isAssessed)
    .sort((one, other) => openSteps(one).length - openSteps(other).length);
  const [fewest] = assessed;
  if (fewest !== undefined && assessed.every(({ assessment }) => assessment.conflicts.length > 0))
    return conflictVeto(name, fewest.assessment.conflicts);
  let refused: Veto | undefined;
  for (const candidate of assessed) {
    const member = await openMember(gate, facet, candidate.name);
    if (member === undefined) continue;
    const veto = await settleMember(member, facet, required, catalogOf(catalog, candidate.name));
    if (veto === undefined) return undefined;
    refused ??= veto;
    // The next member is asked about only if this one cannot be changed from here.
    if (veto.code !== "EXTENSIONS_MISSING") return membersVeto(name, veto, lacks);
  }
  return refused === undefined ? noMemberVeto(name, lacks) : membersVeto(name, refused, lacks);
}

export async function checkMembers(
  gate: Gate,
  facet: MembersFacet,
  needed: Requirements,
): Promise<Veto | undefined> {
  if (needed.required.length === 0 && gate.config.unknownClasses !== "look-up") return undefined;
  const catalog = await fetchCatalog(gate, needed);
  const names = await membersInUse(gate, facet);
  const required = [...needed.required, ...(await lookedUp(gate, facet, names, { needed, catalog }))];
  if (required.length === 0) return undefined;
  const question: Question = { required, catalog, lock: await lockOf(gate) };
  const judged = await withProgress(gate, "Looking at the extensions", () =>
    Promise.all(names.map((name) => judge(gate, facet, name, question))),
  );
  const able = judged.filter(isAssessed).filter((one) => openSteps(one).length === 0);
  return able.length > 0 ? undefined : offer(gate, facet, judged, question);
}
