// Goes on with the prompts that an earlier process of a worker had claimed: the record of the server is the truth.

import type { MemberBackend, WorkEvent } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { isRemoved, readPrompt, workerOf } from "../protocol/claims.js";
import { readBody } from "../protocol/submission.js";
import { lost, type Verdict } from "../protocol/verdicts.js";
import type { Bull, TakenJob } from "../sets/bull.js";
import type { Run, RunStart } from "./runs.js";
import { findThere } from "./submit-there.js";
import { untilAnswered } from "./retry.js";

export interface ResumeDependencies {
  readonly session: Session;
  readonly bull: Bull;
  readonly backend: MemberBackend;
  readonly worker: string;
  readonly signal: AbortSignal;
  start(start: RunStart): Run;
  noteEnd(taken: Pick<TakenJob, "id" | "set">, verdict: Verdict): void;
  report(event: WorkEvent): void;
}

async function resume(id: string, deps: ResumeDependencies): Promise<void> {
  const { session, bull, backend, worker, signal } = deps;
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
  const found = await findThere(id, there, { backend, clock, signal });
  if (found === undefined) {
    // The server may have run the prompt and forgotten it, so nobody else may.
    const ending = lost(`${run.where} has no record of it, and it may have been run`);
    deps.noteEnd({ id, set }, await run.end(ending));
  } else deps.noteEnd({ id, set }, await run.follow(found));
  await bull.remove(set, id).catch(() => undefined);
}

/** Resolves when all of them have ended. Rejects with the reason of the signal, or as Redis does. */
export async function resumeClaims(deps: ResumeDependencies): Promise<void> {
  const { session, worker, signal } = deps;
  const { connection, keys, clock } = session;
  const ids = await untilAnswered(() => connection.run("smembers", keys.claims(worker)), { clock, signal });
  for (const id of ids as readonly string[]) await resume(id, deps);
}
