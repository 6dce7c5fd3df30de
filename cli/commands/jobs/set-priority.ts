// `pictor jobs priority`: gives a waiting job of a queue another priority.

import { priorities, type Priority } from "@pictor/kernel";
import { openWithFacet } from "../../backends/open-instance.js";
import { requireShared } from "../../backends/require-shared.js";
import type { ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { findJobs } from "./find-jobs.js";
import { openLimitedBackend } from "./open-backend.js";

function parsePriority(text: string): Priority {
  const priority = priorities.find((one) => one === text);
  if (priority !== undefined) return priority;
  throw new UsageError(
    "USAGE_VALUE",
    `Expected a priority, found "${text}".`,
    `The priorities are: ${priorities.join(", ")}.`,
  );
}

async function runPriority(
  host: CommandHost,
  typed: string,
  text: string,
  options: BackendOption,
): Promise<ExitCode> {
  const { terminal, signal } = host;
  const priority = parsePriority(text);
  const { instance, facet } = await openWithFacet(host, options.backend, "members");
  requireShared(facet, instance, "prompts/ID/priority");
  const { backend } = await openLimitedBackend(host, instance.name);
  const [promptId = typed] = await findJobs(backend, [typed], signal);
  if (!(await facet.setPriority(promptId, priority, { signal })))
    throw new UsageError(
      "USAGE_VALUE",
      `The job ${oneLine(promptId)} does not wait on ${oneLine(instance.name)}.`,
      "Only a job that waits has a priority; `pictor jobs list` shows the state of each.",
    );
  if (!terminal.json) terminal.note(`${oneLine(promptId)} waits with the priority ${priority}.`);
  return finished(terminal, { instance, jobs: [{ promptId, priority }] });
}

export const setPriority = hostedCommand(runPriority);
