// `pictor backend drain` and `resume`: whether a member of a queue gets prompts.

import type { BackendInstance, MembersFacet } from "@pictor/host";
import { workFault } from "@pictor/host/work";
import { openWithFacet } from "../../backends/open-instance.js";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { recordFinished } from "../../output/record-finished.js";
import { runWithHost, type CommandHost } from "../../session/command-host.js";
import { oneLine } from "../../text/plain-text.js";
import { printFarm } from "./print-farm.js";

type Operation = "drain" | "resume";

/**
 * Throws `BACKEND_CANNOT` for a backend that is a part of each process that uses it: a change by this command would end with the
 * command.
 */
function requireShared(
  { open }: MembersFacet,
  { name: backend, kind }: BackendInstance,
  operation: Operation,
): void {
  if (open === undefined) return;
  throw workFault("BACKEND_CANNOT", {
    backend,
    kind,
    cannot: "is a part of each process that uses it, so a command cannot change the one of another process",
    advice: `Use the panel of the \`pictor serve\` that has the ${kind}, or its route POST /v1/backends/${backend}/members/MEMBER/${operation}.`,
  });
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
  const { terminal, signal } = host;
  const { instance, facet } = await openWithFacet(host, name, "members");
  requireShared(facet, instance, operation);
  await facet[operation](member, { signal });
  const farm = await facet.status({ signal });
  if (terminal.json) return recordFinished(terminal, { instance, member, farm });
  terminal.note(`${oneLine(member)} ${done[operation]}.`);
  printFarm(terminal, farm, Date.now());
  return exitCode("finished");
}

export const changeMember = (
  operation: Operation,
  name: string,
  member: string,
  invocation: Invocation,
): Promise<ExitCode> => runWithHost(invocation, (host) => runMemberChange(host, operation, name, member));
