// The quotas of the owners: every submission to this server must be admitted here, whichever API it uses.

import { isEnded, type Job, type Quota } from "@pictor/client";
import type { Caller } from "@pictor/features/base";
import {
  countsPrompts,
  decideQuota,
  isPriorityAllowed,
  minuteMs,
  quotaOf,
  usualPriority,
  type CountedLimit,
  type OwnerUsage,
  type QuotaDecision,
} from "@pictor/features/quotas";
import type { Pictor } from "@pictor/host";
import { createKeyedLock, type Backend, type Clock, type Priority } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { RunningLimits } from "./running-limits.js";

export interface OwnerQuotasOptions {
  readonly pictor: Pick<Pictor, "openBackend" | "openedBackends">;
  /** The current quota of all tokens in the configuration. */
  readonly ofAll: () => Quota | undefined;
  /** The jobs of the server. */
  readonly jobs: () => readonly Job[];
  readonly clock: Pick<Clock, "now">;
}

/** A submission of a caller. */
export interface QuotaRequest {
  /** Name of the backend; undefined for the preferred one of the configuration. */
  readonly backend: string | undefined;
  readonly prompts: number;
  readonly priority: Priority | undefined;
}

/** Time limit for reading the counts of a backend, in milliseconds; a submission waits for them. */
const statusTimeoutMs = 5_000;

type Counts = Pick<OwnerUsage, "waiting" | "running">;

/**
 * A submission by a direct request: under way, or with the id of its prompt on a backend that does not count the
 * prompts of owners.
 */
interface DirectPrompt {
  readonly backend: string;
  promptId: string | undefined;
}

const nouns: Readonly<Record<CountedLimit, string>> = {
  waiting: "prompts that wait",
  unfinished: "prompts that wait or run",
  submissionsPerMinute: "submissions within a minute",
};

function requireAdmission(decision: QuotaDecision, owner: string, prompts: number): void {
  switch (decision.kind) {
    case "admitted":
      return;
    case "tooLarge":
      throw fault("API_QUOTA_TOO_SMALL", { owner, prompts, limit: decision.limit, what: nouns[decision.of] });
    case "reached": {
      const { of, limit, found, seconds } = decision;
      // A cancelled job was submitted all the same.
      const remedy = of === "submissionsPerMinute" ? "" : ", or cancel jobs";
      throw fault("API_QUOTA_REACHED", { owner, found, limit, what: nouns[of], seconds, remedy });
    }
  }
}

/** The prompts of a job on a backend that does not count them. */
function countsOf({ state, count, batch }: Job): Counts {
  const running = state === "running" || state === "fetching" ? 1 : 0;
  return { running, waiting: Math.max(0, count - batch - running) };
}

/** The prompts of a job that its backend does not know yet. */
const unsubmitted = ({ count, promptIds }: Job): Counts => ({
  waiting: Math.max(0, count - promptIds.length),
  running: 0,
});

const sumOf = (all: readonly Counts[]): Counts => ({
  waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
  running: all.reduce((sum, { running }) => sum + running, 0),
});

export class OwnerQuotas {
  readonly #options: OwnerQuotasOptions;
  readonly #runningLimits: RunningLimits;
  /** The times of each owner's submissions within the last minute. */
  readonly #submittedAtMs = new Map<string, readonly number[]>();
  /** The direct submissions of each owner that no backend counts. */
  readonly #direct = new Map<string, Set<DirectPrompt>>();
  /** The admissions of each owner run one after the other, so that each counts what the previous one has admitted. */
  readonly #inTurn = createKeyedLock();

  constructor(options: OwnerQuotasOptions) {
    this.#options = options;
    this.#runningLimits = new RunningLimits(options.pictor);
  }

  /** The limits that apply to a caller. */
  of({ quota }: Pick<Caller, "quota">): Quota {
    return quotaOf(this.#options.ofAll(), quota);
  }

  /**
   * Tells pools and queues the limits of running prompts that have changed: those of tokens, and of owners without a
   * token that have jobs. If several tokens have the same name, the last one counts.
   */
  tellBackends(tokens: readonly Pick<Caller, "name" | "quota">[]): Promise<void> {
    const open = this.#options.jobs().filter((job) => !isEnded(job));
    const owners: typeof tokens = open.map(({ owner }) => ({ name: owner }));
    return this.#runningLimits.tell(
      new Map([...owners, ...tokens].map((each) => [each.name, this.of(each).running])),
    );
  }

  /** The priority of a submission: the given one, or the default of the caller; undefined for `normal`. */
  priorityOf(caller: Caller, given: Priority | undefined): Priority | undefined {
    const usual = usualPriority(this.of(caller));
    return given ?? (usual === "normal" ? undefined : usual);
  }

  /** Throws `API_PRIORITY_REFUSED` unless the caller may give a prompt the priority. */
  requirePriority(caller: Caller, priority: Priority): void {
    const quota = this.of(caller);
    if (isPriorityAllowed(quota, priority)) return;
    const allowed = (quota.priorities ?? []).join(", ");
    throw fault("API_PRIORITY_REFUSED", { owner: caller.name, priority, allowed });
  }

  /**
   * Runs `submit`, which starts a submission at once, if the quota of the caller admits it. Rejects with `API_QUOTA_REACHED`,
   * `API_QUOTA_TOO_SMALL` or `API_PRIORITY_REFUSED`, and as `submit`.
   */
  async admit<Result>(caller: Caller, request: QuotaRequest, submit: () => Result): Promise<Result> {
    const quota = this.of(caller);
    const { backend, prompts, priority } = request;
    if (priority !== undefined) this.requirePriority(caller, priority);
    const decide = (counts: Counts): Result => {
      const nowMs = this.#options.clock.now();
      const submittedAtMs = this.#recent(caller.name, nowMs);
      const decision = decideQuota(quota, { ...counts, submittedAtMs }, prompts, nowMs);
      requireAdmission(decision, caller.name, prompts);
      if (quota.submissionsPerMinute !== undefined)
        this.#submittedAtMs.set(caller.name, [...submittedAtMs, nowMs]);
      return submit();
    };
    if (!countsPrompts(quota)) return decide({ waiting: 0, running: 0 });
    return this.#inTurn(caller.name, async () => decide(await this.#countsOf(caller.name, backend)));
  }

  /**
   * Counts a direct submission as waiting until `end` is called, which takes the id of its prompt if its backend does
   * not count it.
   */
  beginDirect(owner: string, backend: string): { end(promptId?: string): void } {
    const prompt: DirectPrompt = { backend, promptId: undefined };
    const all = this.#direct.get(owner) ?? new Set();
    this.#direct.set(owner, all.add(prompt));
    return {
      end: (promptId) => {
        prompt.promptId = promptId;
        if (promptId === undefined) this.#forget(owner, prompt);
      },
    };
  }

  #forget(owner: string, prompt: DirectPrompt): void {
    const all = this.#direct.get(owner);
    all?.delete(prompt);
    if (all?.size === 0) this.#direct.delete(owner);
  }

  #recent(owner: string, nowMs: number): readonly number[] {
    const recent = (this.#submittedAtMs.get(owner) ?? []).filter((atMs) => atMs > nowMs - minuteMs);
    if (recent.length === 0) this.#submittedAtMs.delete(owner);
    return recent;
  }

  /** The prompts of an owner: those that the backend counts, and those that only this server knows. */
  async #countsOf(owner: string, name: string | undefined): Promise<Counts> {
    // The jobs are read first: a job that reaches the backend in the meantime is counted twice rather than not at all.
    const jobs = this.#options
      .jobs()
      .filter((job) => job.owner === owner && job.request !== undefined && !isEnded(job));
    const sending = [...(this.#direct.get(owner) ?? [])];
    // A backend that cannot be opened or asked counts as empty; the submission itself then reports why.
    const opened = await this.#options.pictor.openBackend(name).catch(() => undefined);
    const members = opened?.backend.facets.members;
    const signal = AbortSignal.timeout(statusTimeoutMs);
    const status = await members?.status({ signal }).catch(() => undefined);
    const target = opened?.instance.name;
    const isCounted = ({ backend = target }: { readonly backend?: string }): boolean =>
      status !== undefined && backend === target;
    const ofBackend = status?.owners.filter((each) => each.owner === owner) ?? [];
    const ofJobs = jobs.map((job) => (isCounted(job) ? unsubmitted(job) : countsOf(job)));
    const direct = await Promise.all(sending.map((prompt) => this.#directCounts(owner, prompt)));
    return sumOf([...ofBackend, ...ofJobs, ...direct]);
  }

  /** Whether a direct submission is still waiting or running on its server. */
  async #directCounts(owner: string, prompt: DirectPrompt): Promise<Counts> {
    const { backend: name, promptId } = prompt;
    if (promptId === undefined) return { waiting: 1, running: 0 };
    const state = await this.#stateOf(name, promptId).catch(() => undefined);
    if (state === "running") return { waiting: 0, running: 1 };
    if (state === "queued" || state === undefined) return { waiting: 1, running: 0 };
    this.#forget(owner, prompt);
    return { waiting: 0, running: 0 };
  }

  async #stateOf(name: string, promptId: string): Promise<Awaited<ReturnType<Backend["state"]>>["state"]> {
    const { backend } = await this.#options.pictor.openBackend(name);
    return (await backend.state(promptId)).state;
  }
}
