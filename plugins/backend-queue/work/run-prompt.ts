// Runs one prompt on the server of a worker: inputs, claim, submission, events, outputs, verdict.
//
//   taken ── inputs are on the server ──► prepared ── claim ──► claimed ── submit ──► there ── record ──► ended
//     │            │                          │                    │                                      ▲
//     │            └── drain, server gone ────┴── given back ◄─────┘ certainly not sent                   │
//     └── claimed by another worker: put aside ── that worker is gone ──► lost ───────────────────────────┘

import {
  isCredentialRefusal,
  pause,
  PictorError,
  systemCode,
  type MemberBackend,
  type WorkEvent,
} from "@pictor/kernel/plugin";
import { recognizable, submitOnce, type PromptLimits } from "@pictor/prompt-life";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { goneReason, type AbsenceWatch } from "../protocol/absence.js";
import {
  claimPrompt,
  readPrompt,
  returnClaim,
  stageOf,
  workerOf,
  type PromptFields,
} from "../protocol/claims.js";
import { inputsOf, readBody, withInputNames, type Body } from "../protocol/submission.js";
import { asUnreadable, isUnreadable } from "../protocol/unreadable.js";
import { failed, lost, type Verdict } from "../protocol/verdicts.js";
import type { Bull, TakenJob } from "../sets/bull.js";
import { isTemporary, refusalOf } from "./errors.js";
import type { Finisher } from "./finish.js";
import { untilAnswered } from "./retry.js";
import type { Run, RunStart } from "./runs.js";

export interface RunDependencies {
  readonly session: Session;
  readonly bull: Bull;
  readonly backend: MemberBackend;
  readonly worker: string;
  /** The claim of this process. */
  readonly token: string;
  readonly signal: AbortSignal;
  readonly drain: AbortSignal;
  readonly absence: AbsenceWatch;
  readonly finisher: Finisher;
  readonly limits: PromptLimits;
  start(start: RunStart): Run;
  noteEnd(verdict: Verdict): void;
  report(event: WorkEvent): void;
  /** Registers work that the next prompt need not wait for. */
  background(work: Promise<unknown>): void;
}

/** A prompt whose inputs are on the server. */
interface Prepared {
  readonly taken: TakenJob;
  readonly body: Body;
  readonly graph: Body["graph"];
  readonly fields: PromptFields;
}

/** What has become of a prompt that was taken. `serverProblem`: the server could not be used, and the prompt was given back. */
export type RunOutcome =
  { readonly type: "done" } | { readonly type: "serverProblem"; readonly error: unknown };

const done: RunOutcome = { type: "done" };
/** Milliseconds until a prompt of another worker is looked at again. */
const lookAgainMs = 5_000;
/** How many workers may end while they prepare a prompt, before it is given up: the prompt itself may be the reason. */
const mostStalls = 3;

/** Keeps a job from being given to others while it is prepared. Returns a function that ends this. */
function keepLock(taken: TakenJob, { session, bull }: RunDependencies): () => void {
  const ending = new AbortController();
  const { clock, settings } = session;
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await pause(clock, (settings.lockSeconds * 1_000) / 3, ending.signal);
      await bull.extend(taken).catch(() => undefined);
    }
  };
  run().catch(() => undefined);
  return () => {
    ending.abort();
  };
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

/** A prompt that has been begun by another worker, or by an earlier process of this one. */
async function leaveTaken(taken: TakenJob, fields: PromptFields, deps: RunDependencies): Promise<RunOutcome> {
  const { claim = "", there } = fields;
  const { session, bull, absence, finisher } = deps;
  const holder = workerOf(claim);
  // An earlier process of this worker is followed elsewhere, which ends the job, too.
  const isAlive =
    holder === deps.worker || (await session.connection.run("exists", session.keys.alive(holder))) === 1;
  if (!absence.isGone(holder, isAlive)) {
    await bull.postpone(taken, lookAgainMs);
    return done;
  }
  await finisher.set(taken.id, lost(goneReason(holder, there ?? taken.id)), holder);
  await bull.finish(taken);
  return done;
}

/** Submits a prompt that is claimed, and follows it to its end. */
async function runClaimed(
  { taken, body, graph, fields }: Prepared,
  deps: RunDependencies,
): Promise<RunOutcome> {
  const { session, bull, backend, signal, token } = deps;
  const { connection, keys, clock } = session;
  const { id } = taken;
  const owner = fields["owner"];
  const run = deps.start({ id, fields, outputs: body.outputs });
  deps.report({ type: "began", promptId: id, ...(owner !== undefined && { owner }) });
  const submission = recognizable({
    promptId: id,
    graph,
    ...(body.record && { record: body.record }),
    ...(body.extra && { extra: body.extra }),
    ...(owner !== undefined && { owner }),
  });
  /** Another worker may run it: certainly no server has. */
  const giveBack = async (error: unknown): Promise<RunOutcome> => {
    await untilAnswered(() => returnClaim(connection, keys, id, token), { clock, signal });
    run.leave();
    await bull.giveBack(taken);
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
      return giveBack(outcome.error);
    case "refused":
      deps.noteEnd(await run.end(failed(refusalOf(outcome.error))));
      break;
    case "uncertain":
      deps.noteEnd(await run.end(run.lost(outcome.why)));
      break;
    case "accepted": {
      // The next process of this worker finds the prompt by this id.
      if (outcome.id !== id)
        await connection.run("hset", keys.prompt(id), "there", outcome.id).catch(() => undefined);
      const ending = await run.follow(outcome.id);
      if ("unrun" in ending) return giveBack(new Error(ending.unrun));
      deps.noteEnd(ending);
    }
  }
  // The verdict is set: the next prompt does not wait for the end of the job, which is repeated by others if it fails.
  deps.background(bull.finish(taken));
  return done;
}

/** Reads the submission and uploads the inputs. Resolves to an outcome if the prompt cannot be run now. */
async function prepare(
  taken: TakenJob,
  written: unknown,
  deps: RunDependencies,
): Promise<
  { readonly body: Body; readonly graph: Body["graph"] } | { readonly refusal: unknown } | RunOutcome
> {
  const { session, bull, signal } = deps;
  const { name } = session;
  if (!Buffer.isBuffer(written))
    return { refusal: queueFault("QUEUE_RECORD_UNREADABLE", { name, reason: "the submission is missing" }) };
  // Workers that are killed, or that hang, while they prepare the prompt leave it to the next ones.
  const stalls = taken.job.stalledCounter ?? 0;
  if (stalls >= mostStalls) return { refusal: queueFault("QUEUE_PROMPT_STALLED", { name, stalls }) };
  try {
    const body = await readBody(written, session.store, { signal }).catch(asUnreadable(name));
    return { body, graph: await uploadInputs(body, deps) };
  } catch (error) {
    signal.throwIfAborted();
    // An error of the machine, of the server or of the store is not the fault of the prompt; any other one would come again.
    const isOfMachine = !(error instanceof PictorError) && systemCode(error) !== undefined;
    const isElsewhere = isTemporary(error) || isCredentialRefusal(error) || isOfMachine;
    if (isUnreadable(error) || !isElsewhere) return { refusal: error };
    await bull.giveBack(taken);
    return { type: "serverProblem", error };
  }
}

/** Rejects with the reason of the signal, or if Redis cannot be used; the prompt is then looked at again later. */
export async function runPrompt(taken: TakenJob, deps: RunDependencies): Promise<RunOutcome> {
  const { session, bull, drain, finisher, token, signal } = deps;
  const { connection, keys, clock, recordSeconds: seconds } = session;
  const { id } = taken;
  const endLock = keepLock(taken, deps);
  try {
    const [{ fields, verdict }, written] = await Promise.all([
      readPrompt(connection, keys, id),
      connection.run("getBuffer", keys.body(id)),
    ]);
    const stage = stageOf(fields, verdict !== undefined);
    if (stage === "unknown" || stage === "ended") {
      await bull.finish(taken);
      return done;
    }
    if (stage === "claimed") return await leaveTaken(taken, fields, deps);
    const prepared = await prepare(taken, written, deps);
    if ("type" in prepared) return prepared;
    if (drain.aborted) {
      await bull.giveBack(taken);
      return done;
    }
    // The same token may claim again: nothing was submitted yet.
    const claim = await untilAnswered(() => claimPrompt(connection, keys, { id, token, seconds }), {
      clock,
      signal,
    });
    if (claim.type === "taken") return await leaveTaken(taken, claim.fields, deps);
    if (claim.type === "claimed" && !("refusal" in prepared))
      return await runClaimed({ taken, ...prepared, fields: claim.fields }, deps);
    if (claim.type === "claimed" && "refusal" in prepared)
      await finisher.set(id, failed(refusalOf(prepared.refusal)), deps.worker);
    await bull.finish(taken);
    return done;
  } finally {
    endLock();
  }
}
