// Submits a claimed prompt to the server, once, or finds it there again, and follows it to its verdict.

import { findSubmitted, recognizable, submitOnce } from "@pictor/prompt-life";
import type { TakenJob } from "../../bull/jobs.js";
import { noteThere } from "../../protocol/claims.js";
import { endedRuns, headOf, type Body } from "../../protocol/job-data.js";
import { failed, type Verdict } from "../../protocol/verdicts.js";
import { refusalOf } from "../parts/errors.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import type { Execution } from "./execution.js";

/** Resolves to the verdict that stands, or to why certainly no server has run the prompt. */
export async function submitAndFollow(
  execution: Execution,
  { id, job }: TakenJob,
  { graph, record, extra }: Body,
  { backend, connection, keys, clock, signal, limits }: WorkerParts,
): Promise<Verdict | { readonly unrun: unknown }> {
  const { owner } = headOf(job.data);
  const submission = recognizable({
    promptId: id,
    graph,
    ...(record && { record }),
    ...(extra && { extra }),
    ...(owner !== undefined && { owner }),
  });
  const outcome = await submitOnce(id, {
    clock,
    signal,
    limits,
    ask: (use) => execution.ask(use),
    seen: execution.seen,
    wasCut: () => execution.wasCut,
    send: () => backend.submit(submission, { signal }),
  });
  switch (outcome.is) {
    case "notTaken":
      return { unrun: outcome.error };
    case "refused":
      return execution.end(failed(refusalOf(outcome.error)));
    case "uncertain":
      return execution.end(execution.lost(outcome.why));
    case "accepted": {
      // The next process of this worker finds the prompt by this id.
      const run = { id, attempt: endedRuns(job) };
      if (outcome.id !== id) await connection.run(...noteThere(keys, run, outcome.id)).catch(() => undefined);
      const ending = await execution.follow(outcome.id);
      return "unrun" in ending ? { unrun: new Error(ending.unrun) } : ending;
    }
  }
}

/** Goes on with a prompt that an earlier process had claimed. `there` is the id under which the server may have it. */
export async function findAndFollow(
  execution: Execution,
  there: string,
  { clock, signal, limits }: WorkerParts,
): Promise<Verdict> {
  const lose = (why: string): Promise<Verdict> => execution.end(execution.lost(why));
  const found = await findSubmitted(there, {
    clock,
    signal,
    limits,
    ask: (use) => execution.ask(use),
    wasCut: () => true,
  });
  if (found.is === "uncertain") return lose(found.why);
  // A server that denies the prompt may have run it and forgotten it, so nobody else may run it.
  if (found.is !== "accepted") return lose("its server has no record of it, and it may have been run");
  const ending = await execution.follow(found.id);
  return "unrun" in ending ? lose(ending.unrun) : ending;
}
