// Goes on with the prompts that an earlier process of a worker had claimed: the record of the server is the truth.

import type { MemberBackend, WorkEvent } from "@pictor/kernel/plugin";
import { findSubmitted, type PromptLimits, type SubmissionOutcome } from "@pictor/prompt-life";
import type { Session } from "../base/session.js";
import { isRemoved, readPrompt, workerOf } from "../protocol/claims.js";
import { readBody } from "../protocol/submission.js";
import type { Verdict } from "../protocol/verdicts.js";
import type { Bull } from "../sets/bull.js";
import type { Run, RunStart } from "./runs.js";
import { untilAnswered } from "./retry.js";

export interface ResumeDependencies {
  readonly session: Session;
  readonly bull: Bull;
  readonly backend: MemberBackend;
  readonly worker: string;
  readonly signal: AbortSignal;
  readonly limits: PromptLimits;
  start(start: RunStart): Run;
  noteEnd(verdict: Verdict): void;
  report(event: WorkEvent): void;
}

const whyOf = (outcome: SubmissionOutcome): string =>
  outcome.is === "uncertain" ? outcome.why : "its server has no record of it, and it may have been run";

async function resume(id: string, deps: ResumeDependencies): Promise<void> {
  const { session, bull, worker, signal } = deps;
  const { connection, keys, clock, store } = session;
  const { fields, verdict } = await untilAnswered(() => readPrompt(connection, keys, id), { clock, signal });
  const { claim = "", set = "", there } = fields;
  if (verdict !== undefined || isRemoved(fields) || workerOf(claim) !== worker) {
    await connection.run("srem", keys.claims(worker), id);
    return;
  }
  const written = await connection.run("getBuffer", keys.body(id));
  const body = Buffer.isBuffer(written)
    ? await readBody(written, store, { signal }).catch(() => undefined)
    : undefined;
  const run = deps.start({ id, fields, outputs: body?.outputs ?? [] });
  deps.report({ type: "resumed", promptId: id });
  // A server that denies the prompt may have run it and forgotten it, so nobody else may run it.
  const found = await findSubmitted(there ?? id, {
    clock,
    signal,
    limits: deps.limits,
    ask: run.ask,
    wasCut: () => true,
  });
  const ending = found.is === "accepted" ? await run.follow(found.id) : await run.end(run.lost(whyOf(found)));
  deps.noteEnd("unrun" in ending ? await run.end(run.lost(ending.unrun)) : ending);
  await bull.remove(set, id).catch(() => undefined);
}

/** Resolves when all of them have ended. Rejects with the reason of the signal, or as Redis does. */
export async function resumeClaims(deps: ResumeDependencies): Promise<void> {
  const { session, worker, signal } = deps;
  const { connection, keys, clock } = session;
  const ids = await untilAnswered(() => connection.run("smembers", keys.claims(worker)), { clock, signal });
  for (const id of ids as readonly string[]) await resume(id, deps);
}
