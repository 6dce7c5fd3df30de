// `pictor backend drain`, `pause` and `resume`: whether a member of a queue, or all of them, get prompts, and whether
// those of an owner run.

import type { BackendInstance, MembersFacet } from "@pictor/kernel";
import { openWithFacet } from "../../backends/open-instance.js";
import { requireShared } from "../../backends/require-shared.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { printFarm } from "./print-farm.js";

type Operation = "drain" | "resume";
/** What `pause` and `resume` say about the whole queue. */
const ofQueue = {
  pause: "gives no member further prompts; running prompts continue, and new ones wait",
  resume: "gives prompts again to its members that are not draining",
} as const;
/** What `pause` and `resume` say with `--owner`. */
const ofOwner = {
  pause: "is paused: its running prompts continue, and the others wait",
  resume: "is not paused: its prompts run in their turns",
} as const;

interface PauseOptions {
  readonly owner?: string;
}

const done: Readonly<Record<Operation, string>> = {
  drain: "gets no further prompts; its running prompts continue",
  resume: "gets prompts again",
};

export async function runMemberChange(
  host: CommandHost,
  operation: Operation,
  name: string,
  member: string,
): Promise<ExitCode> {
  const { signal } = host;
  const { instance, facet } = await openWithFacet(host, name, "members");
  requireShared(facet, instance, `members/MEMBER/${operation}`);
  await facet[operation](member, { signal });
  return showChange(host, instance, facet, `${oneLine(member)} ${done[operation]}.`, member);
}

export async function runQueueChange(
  host: CommandHost,
  operation: keyof typeof ofQueue,
  name: string,
  owner?: string,
): Promise<ExitCode> {
  const { signal } = host;
  if (owner === "")
    throw new UsageError(
      "USAGE_OPTION",
      "The name after --owner is empty.",
      "Give the name of an owner, as `pictor backend status` shows it; nothing was changed.",
    );
  const { instance, facet } = await openWithFacet(host, name, "members");
  requireShared(facet, instance, operation);
  const isPaused = operation === "pause";
  if (owner === undefined) await facet.setPaused(isPaused, { signal });
  else await facet.setOwnerPaused(owner, isPaused, { signal });
  const told =
    owner === undefined
      ? `${oneLine(name)} ${ofQueue[operation]}`
      : `${oneLine(owner)} ${ofOwner[operation]}`;
  return showChange(host, instance, facet, `${told}.`);
}

async function showChange(
  { terminal, signal }: CommandHost,
  instance: BackendInstance,
  facet: MembersFacet,
  told: string,
  member?: string,
): Promise<ExitCode> {
  const farm = await facet.status({ signal });
  if (terminal.json) return finished(terminal, { instance, ...(member !== undefined && { member }), farm });
  terminal.note(told);
  printFarm(terminal, farm, Date.now());
  return exitCode("finished");
}

export const drainMember = hostedCommand((host, name: string, member: string) =>
  runMemberChange(host, "drain", name, member),
);

export const pauseQueue = hostedCommand((host, name: string, { owner }: PauseOptions) =>
  runQueueChange(host, "pause", name, owner),
);

/** Resumes a member; without one, the queue or an owner. */
export const resume = hostedCommand(
  (host, name: string, member: string | undefined, { owner }: PauseOptions) => {
    if (member === undefined) return runQueueChange(host, "resume", name, owner);
    if (owner === undefined) return runMemberChange(host, "resume", name, member);
    throw new UsageError(
      "USAGE_OPTION",
      `--owner cannot be combined with the member "${oneLine(member)}".`,
      "Leave one out; nothing was changed.",
    );
  },
);
