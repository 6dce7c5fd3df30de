// Runs one prompt on the server of a worker: inputs, claim, submission, events, outputs, verdict.
//
//   taken ── inputs are on the server ──► prepared ── claim ──► claimed ── submit ──► there ── record ──► ended
//     │            │                          │                    │                                      ▲
//     │            └── drain, server gone ────┴── given back ◄─────┘ certainly not sent                   │
//     ├── its owner is paused or at its limit: put aside, and taken again later                           │
//     ├── the server lacks something ──► moved to a set that says so                                      │
//     └── claimed by another worker: put aside ── that worker is gone ──► lost ───────────────────────────┘

import type { Lack } from "@pictor/farm";
import {
  isCredentialRefusal,
  PictorError,
  systemCode,
  type Graph,
  type MemberBackend,
  type WorkEvent,
} from "@pictor/kernel/plugin";
import { recognizable, submitOnce, type PromptLimits } from "@pictor/prompt-life";
import { queueFault } from "../faults.js";
import { claimPrompt, noteThere, returnClaim, type PromptFields } from "../protocol/claims.js";
import { inputsOf, withInputNames } from "../protocol/input-names.js";
import { type Body, endedRuns, headOf, readBody, traceOf } from "../protocol/job-data.js";
import { countWaiting } from "../protocol/owners.js";
import { turnOf, type Turn } from "../protocol/rounds.js";
import { asUnreadable, isUnreadable } from "../protocol/unreadable.js";
import { failed, type Verdict } from "../protocol/verdicts.js";
import type { TakenJob } from "../sets/queues.js";
import { admit, leaveSlot, type AdmissionDependencies } from "./admission.js";
import { isTemporary, refusalOf } from "./errors.js";
import { keepLock } from "./keep-lock.js";
import {
  done,
  giveBack,
  leave,
  obstacleTo,
  type LeaveDependencies,
  type RunOutcome,
} from "./leave-prompt.js";
import { moveTo, reroute } from "./reroute.js";
import { untilAnswered } from "./retry.js";
import type { Run, RunStart } from "./runs.js";

export interface RunDependencies extends LeaveDependencies, AdmissionDependencies {
  readonly backend: MemberBackend;
  /** The claim of this process. */
  readonly token: string;
  readonly signal: AbortSignal;
  readonly drain: AbortSignal;
  readonly limits: PromptLimits;
  start(start: RunStart): Run;
  noteEnd(verdict: Verdict): void;
  /** Notes that a prompt with this turn begins. */
  noteServed(turn: Turn): void;
  report(event: WorkEvent): void;
  /** What the server lacks for a graph. */
  lacks(graph: Graph): readonly Lack[];
}

/** A prompt whose inputs are on the server. */
interface Prepared {
  readonly taken: TakenJob;
  readonly body: Body;
  readonly graph: Body["graph"];
  readonly fields: PromptFields;
}

/** Uploads the inputs. Resolves to the graph with the server's names. */
async function uploadInputs(
  { graph }: Body,
  { session, backend, signal }: RunDependencies,
): Promise<Body["graph"]> {
  const names = new Map<string, string>();
  for (const [name, digest] of inputsOf(graph)) {
    const file = {
      name,
      mime: "application/octet-stream",
      open: () => session.store.get(digest, { signal }),
    };
    names.set(name, await backend.upload(file, { signal }));
  }
  return withInputNames(graph, names);
}

/** Submits a prompt that is claimed, and follows it to its end. */
async function runClaimed(
  { taken, body, graph, fields }: Prepared,
  deps: RunDependencies,
): Promise<RunOutcome> {
  const { session, backend, signal, token } = deps;
  const { connection, keys, clock } = session;
  const { id, job } = taken;
  const attempt = { id, attempt: endedRuns(job) };
  const { owner } = headOf(job.data);
  const run = deps.start({ taken, fields, outputs: body.outputs });
  deps.report({ type: "began", promptId: id, ...(owner !== undefined && { owner }), ...traceOf(body) });
  const submission = recognizable({
    promptId: id,
    graph,
    ...(body.record && { record: body.record }),
    ...(body.extra && { extra: body.extra }),
    ...(owner !== undefined && { owner }),
  });
  /** Another worker may run it: certainly no server has. */
  const returnIt = async (error: unknown): Promise<RunOutcome> => {
    await untilAnswered(() => returnClaim(connection, keys, Object.assign({ token }, attempt)), {
      clock,
      signal,
    });
    run.leave();
    await connection.run(...countWaiting(keys, job.data, 1));
    await giveBack(taken, deps);
    return { type: "serverProblem", error };
  };
  const outcome = await submitOnce(id, {
    clock,
    signal,
    limits: deps.limits,
    ask: run.ask,
    seen: run.seen,
    wasCut: run.wasCut,
    send: () => backend.submit(submission, { signal }),
  });
  switch (outcome.is) {
    case "notTaken":
      return returnIt(outcome.error);
    case "refused":
      deps.noteEnd(await run.end(failed(refusalOf(outcome.error))));
      break;
    case "uncertain":
      deps.noteEnd(await run.end(run.lost(outcome.why)));
      break;
    case "accepted": {
      // The next process of this worker finds the prompt by this id.
      if (outcome.id !== id)
        await connection.run(...noteThere(keys, attempt, outcome.id)).catch(() => undefined);
      const ending = await run.follow(outcome.id);
      if ("unrun" in ending) return returnIt(new Error(ending.unrun));
      deps.noteEnd(ending);
    }
  }
  return done;
}

/** Reads the submission and uploads the inputs. Resolves to an outcome if the prompt cannot be run now. */
async function prepare(
  taken: TakenJob,
  deps: RunDependencies,
): Promise<
  { readonly body: Body; readonly graph: Body["graph"] } | { readonly refusal: unknown } | RunOutcome
> {
  const { session, signal } = deps;
  const { name } = session;
  const { data, deferredFailure, stalledCounter: stalls = 0 } = taken.job;
  // Workers that were killed, or that hung, while they prepared the prompt have left it to the next ones.
  if (deferredFailure !== undefined) return { refusal: queueFault("QUEUE_PROMPT_STALLED", { name, stalls }) };
  try {
    const body = await readBody(data, session.store, { signal }).catch(asUnreadable(name));
    if (await reroute(taken, body.graph, deps)) return done;
    return { body, graph: await uploadInputs(body, deps) };
  } catch (error) {
    signal.throwIfAborted();
    // An error of the machine, of the server or of the store is not the fault of the prompt; any other one would come again.
    const isOfMachine = !(error instanceof PictorError) && systemCode(error) !== undefined;
    const isElsewhere = isTemporary(error) || isCredentialRefusal(error) || isOfMachine;
    if (isUnreadable(error) || !isElsewhere) return { refusal: error };
    await giveBack(taken, deps);
    return { type: "serverProblem", error };
  }
}

/** Runs a prompt that its owner lets begin. */
async function runAdmitted(
  taken: TakenJob,
  lock: ReturnType<typeof keepLock>,
  deps: RunDependencies,
): Promise<RunOutcome> {
  const { session, drain, finisher, token, signal } = deps;
  const { connection, keys, clock, recordSeconds: seconds } = session;
  const { id, job, set } = taken;
  const prepared = await prepare(taken, deps);
  if ("type" in prepared) return prepared;
  if (drain.aborted) {
    await giveBack(taken, deps);
    return done;
  }
  // The same token may claim again: nothing was submitted yet.
  const run = { id, attempt: endedRuns(job), token };
  const claim = await untilAnswered(() => claimPrompt(connection, keys, Object.assign({ seconds }, run)), {
    clock,
    signal,
  });
  if (claim.type !== "claimed") return await leave(taken, claim, deps);
  const { set: target = set } = claim.fields;
  if (target !== set) {
    await returnClaim(connection, keys, run);
    await moveTo(taken, target, deps);
    return done;
  }
  lock.lengthen();
  connection.run(...countWaiting(keys, job.data, -1)).catch(() => undefined);
  if ("refusal" in prepared) await finisher.set(taken, failed(refusalOf(prepared.refusal)));
  else
    return await runClaimed(
      { taken, body: prepared.body, graph: prepared.graph, fields: claim.fields },
      deps,
    );
  return done;
}

/** Rejects with the reason of the signal, or if Redis cannot be used; the prompt is then looked at again later. */
export async function runPrompt(taken: TakenJob, deps: RunDependencies): Promise<RunOutcome> {
  const { session, queues } = deps;
  const lock = keepLock(taken, session, queues);
  try {
    const obstacle = await obstacleTo(taken, deps);
    if (obstacle !== undefined && obstacle.type !== "claimed") return await leave(taken, obstacle, deps);
    if (!(await admit(taken, deps))) return done;
    deps.noteServed(turnOf(taken.job.priority));
    const outcome = await runAdmitted(taken, lock, deps);
    // After a failure, the prompt may run on the server: then whoever follows it returns its slot.
    await leaveSlot(taken, deps).catch(() => undefined);
    return outcome;
  } finally {
    lock.end();
  }
}
