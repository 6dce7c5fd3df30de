// `pictor backend drain`, `pause` and `resume`: whether a member of a queue, or all of them, get prompts.

import type { BackendInstance, MembersFacet } from "@pictor/kernel";
import { openWithFacet } from "../../backends/open-instance.js";
import { requireShared } from "../../backends/require-shared.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { recordFinished } from "../../output/record-finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { printFarm } from "./print-farm.js";

type Operation = "drain" | "resume";
/** What `pause`, and `resume` without a member, say. */
const ofQueue = {
  pause: "gives no member further prompts; running prompts continue, and new ones wait",
  resume: "gives prompts again to its members that are not drained",
} as const;

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
): Promise<ExitCode> {
  const { signal } = host;
  const { instance, facet } = await openWithFacet(host, name, "members");
  requireShared(facet, instance, operation);
  await facet.setPaused(operation === "pause", { signal });
  return showChange(host, instance, facet, `${oneLine(name)} ${ofQueue[operation]}.`);
}

async function showChange(
  { terminal, signal }: CommandHost,
  instance: BackendInstance,
  facet: MembersFacet,
  told: string,
  member?: string,
): Promise<ExitCode> {
  const farm = await facet.status({ signal });
  if (terminal.json)
    return recordFinished(terminal, { instance, ...(member !== undefined && { member }), farm });
  terminal.note(told);
  printFarm(terminal, farm, Date.now());
  return exitCode("finished");
}

export const drainMember = hostedCommand((host, name: string, member: string) =>
  runMemberChange(host, "drain", name, member),
);

export const pauseQueue = hostedCommand((host, name: string) => runQueueChange(host, "pause", name));

/** Without a member, the queue. */
export const resume = hostedCommand((host, name: string, member: string | undefined) =>
  member === undefined ? runQueueChange(host, "resume", name) : runMemberChange(host, "resume", name, member),
);
