// Runs one prompt on the server of a worker: inputs, claim, submission, events, outputs, verdict.
//
//   taken ── inputs are on the server ──► prepared ── claim ──► claimed ── submit ──► there ── record ──► ended
//     │            │                          │                    │                                      ▲
//     │            └── drain, server gone ────┴── given back ◄─────┘ certainly not sent                   │
//     ├── its owner is paused or at its limit: put aside, and taken again later                           │
//     ├── the server lacks something ──► moved to a set that says so                                      │
//     └── claimed by another worker: put aside ── that worker is gone ──► lost ───────────────────────────┘

import type { BackendEvent } from "@pictor/kernel/plugin";
import type { TakenJob } from "../../bull/jobs.js";
import type { Attempt } from "../../protocol/attempts.js";
import {
  claimPrompt,
  readFields,
  returnClaim,
  thereIn,
  type ClaimOutcome,
  type PromptFields,
} from "../../protocol/claims.js";
import { endedRuns, headOf, readBody, traceOf, type Body } from "../../protocol/job-data.js";
import { countWaiting } from "../../protocol/owners.js";
import { failed, type Verdict } from "../../protocol/verdicts.js";
import { refusalOf } from "../parts/errors.js";
import { untilAnswered } from "../parts/retry.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { admit, keepSlot, leaveSlot } from "./admission.js";
import { Execution } from "./execution.js";
import { finish } from "./finish.js";
import { begunMsOf, keepLock, type Lock } from "./keep-lock.js";
import { giveBack, leave, obstacleTo, type Obstacle } from "./leave-prompt.js";
import { prepare } from "./prepare.js";
import { moveTo } from "./reroute.js";

/** What has become of a prompt that was taken. `serverProblem`: the server could not be used, and the prompt was given back. */
export type RunOutcome =
  { readonly type: "done" } | { readonly type: "serverProblem"; readonly error: unknown };

const done: RunOutcome = { type: "done" };

/**
 * A prompt that a worker has taken. Methods reject with the reason of the signal, or if Redis cannot be used; the
 * prompt is then looked at again later.
 */
export class Run {
  readonly id: string;
  readonly #taken: TakenJob;
  readonly #parts: WorkerParts;
  readonly #attempt: Attempt;
  readonly #lock: Lock;
  /** Whether it counts under the limit of its owner: from its admission to its end. */
  #counts = false;
  #execution: Execution | undefined;

  constructor(taken: TakenJob, parts: WorkerParts) {
    this.id = taken.id;
    this.#taken = taken;
    this.#parts = parts;
    this.#attempt = { id: taken.id, attempt: endedRuns(taken.job) };
    this.#lock = keepLock(taken, parts);
  }

  /** Whether the prompt is claimed, and has not ended. */
  get isBegun(): boolean {
    return this.#execution !== undefined;
  }

  onEvent(event: BackendEvent): void {
    this.#execution?.onEvent(event);
  }

  /** Reads again who listens, and whether it is to be cancelled. */
  async look(): Promise<void> {
    await this.#execution?.look();
  }

  /**
   * Writes again what Redis may have lost with its last second: the claim, and the slot under the limit of the owner.
   * Rejects as Redis does.
   */
  async claimAgain(): Promise<void> {
    await Promise.all([
      this.#execution !== undefined && this.#claim(),
      this.#counts && keepSlot(this.#taken, this.#parts),
    ]);
  }

  /** Stops everything, without an end of the prompt. */
  leave(): void {
    this.#execution?.leave();
    this.#execution = undefined;
    this.#counts = false;
    this.#parts.presence.show(undefined);
    this.#lock.end();
  }

  /** Runs the prompt, unless something is in its way. `onAdmitted` is called when its owner lets it begin. */
  async run(onAdmitted: () => void): Promise<RunOutcome> {
    const [taken, parts] = [this.#taken, this.#parts];
    try {
      const obstacle = await obstacleTo(taken, parts);
      if (obstacle !== undefined && obstacle.type !== "claimed") return await this.#yieldTo(obstacle);
      if (!(await admit(taken, parts))) return done;
      this.#counts = true;
      onAdmitted();
      const outcome = await this.#runAdmitted();
      // After a failure, the prompt may run on the server: then whoever follows it returns its slot.
      await this.#leaveSlot();
      return outcome;
    } finally {
      this.#lock.end();
    }
  }

  /** Goes on with the prompt, which an earlier process of this worker had claimed: the record of the server is the truth. */
  async resume(): Promise<void> {
    const [taken, parts] = [this.#taken, this.#parts];
    const { id, job } = taken;
    const { connection, keys, store, signal } = parts;
    try {
      this.#lock.lengthen();
      const fields = await untilAnswered(() => readFields(connection, keys, id), parts);
      const body = await readBody(job.data, store, { signal }).catch(() => undefined);
      await taken.extend(begunMsOf(parts));
      this.#counts = true;
      await keepSlot(taken, parts);
      const execution = this.#begin(fields, body?.outputs ?? [], { isResumed: true });
      parts.report({ type: "resumed", promptId: id });
      this.#noteEnd(await execution.resume(thereIn(fields, this.#attempt)));
      await this.#leaveSlot();
    } finally {
      this.#lock.end();
    }
  }

  async #leaveSlot(): Promise<void> {
    this.#counts = false;
    await leaveSlot(this.#taken, this.#parts).catch(() => undefined);
  }

  /** Leaves the prompt to whoever has it. */
  async #yieldTo(obstacle: Obstacle): Promise<RunOutcome> {
    if (obstacle.type === "taken" && obstacle.worker === this.#parts.worker) await this.resume();
    else await leave(this.#taken, obstacle, this.#parts);
    return done;
  }

  /** The same token may claim again: nothing was submitted yet. */
  #claim(): Promise<ClaimOutcome> {
    const { connection, keys, token, recordSeconds: seconds } = this.#parts;
    return claimPrompt(connection, keys, Object.assign({ token, seconds }, this.#attempt));
  }

  #returnClaim(): Promise<void> {
    const { connection, keys, token } = this.#parts;
    return returnClaim(connection, keys, Object.assign({ token }, this.#attempt));
  }

  async #runAdmitted(): Promise<RunOutcome> {
    const [taken, parts] = [this.#taken, this.#parts];
    const { connection, keys, drain } = parts;
    const prepared = await prepare(taken, parts);
    if (prepared.is === "moved") return done;
    if (prepared.is === "serverProblem" || drain.aborted) {
      await giveBack(taken, parts);
      return prepared.is === "serverProblem" ? { type: "serverProblem", error: prepared.error } : done;
    }
    const claim = await untilAnswered(() => this.#claim(), parts);
    if (claim.type !== "claimed") return this.#yieldTo(claim);
    const { set = taken.set } = claim.fields;
    if (set !== taken.set) {
      await this.#returnClaim();
      await moveTo(taken, set, parts);
      return done;
    }
    this.#lock.lengthen();
    connection.run(...countWaiting(keys, taken.job.data, -1)).catch(() => undefined);
    if (prepared.is === "ready") return this.#submit(prepared.body, claim.fields);
    await finish(taken, failed(refusalOf(prepared.error)), parts);
    return done;
  }

  #begin(fields: PromptFields, outputs: Body["outputs"], how: { readonly isResumed: boolean }): Execution {
    const { abilities, meter, presence } = this.#parts;
    const { set, job } = this.#taken;
    meter.begin(abilities.sets.get(set) ?? [], how);
    this.#execution = new Execution(this.#taken, fields, outputs, this.#parts);
    presence.show({ owner: headOf(job.data).owner });
    return this.#execution;
  }

  #noteEnd(verdict: Verdict): void {
    this.#parts.meter.end(verdict);
    // The server may be gone, too: it is asked again before the next prompt is taken.
    if (verdict.state === "lost") this.#parts.abilities.forgetServer();
    this.#parts.warnings.reset();
    this.#execution = undefined;
  }

  /** Submits the prompt, which is claimed, and follows it to its end. */
  async #submit(body: Body, fields: PromptFields): Promise<RunOutcome> {
    const [taken, parts] = [this.#taken, this.#parts];
    const { owner } = headOf(taken.job.data);
    const execution = this.#begin(fields, body.outputs, { isResumed: false });
    parts.report({
      type: "began",
      promptId: this.id,
      ...(owner !== undefined && { owner }),
      ...traceOf(body),
    });
    const ending = await execution.submit(body);
    if ("unrun" in ending) return this.#returnUnrun(ending.unrun);
    this.#noteEnd(ending);
    return done;
  }

  /** Another worker may run the prompt: certainly no server has. */
  async #returnUnrun(error: unknown): Promise<RunOutcome> {
    const { connection, keys } = this.#parts;
    this.#execution?.leave();
    // From now on, nothing writes the claim again.
    this.#execution = undefined;
    await untilAnswered(() => this.#returnClaim(), this.#parts);
    await connection.run(...countWaiting(keys, this.#taken.job.data, 1));
    await giveBack(this.#taken, this.#parts);
    return { type: "serverProblem", error };
  }
}
