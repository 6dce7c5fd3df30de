// One member of a pool: its backend, its events, its health, and what it has run.

import {
  PictorError,
  reasonOf,
  type Backend,
  type BackendEvent,
  type Clock,
  type MemberStatus,
  isCrash,
  isOutage,
} from "@pictor/kernel/plugin";
import { noTimes, type RunTimes } from "@pictor/farm";
import { withLimit } from "@pictor/prompt-life";
import type { Limits } from "../base/limits.js";
import { createCapacity, readCapacity } from "./capacity.js";
import { nextHealth, unchecked, type Health, type HealthInput } from "./health.js";

/** What the pool notes about the runs of a member. */
export interface MemberRuns {
  loaded: readonly string[];
  times: RunTimes;
  lastServed: number;
  ended: number;
  lost: number;
  modelSwitches: number;
}

export interface MemberDependencies {
  readonly name: string;
  readonly weight: number;
  /** As configured; undefined if the member decides. */
  readonly capacity: number | undefined;
  readonly isDrained: boolean;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Aborted when the pool is closed. */
  readonly signal: AbortSignal;
  openInstance(name: string): Promise<Backend>;
  onEvent(member: Member, event: BackendEvent): void;
  /** Called when the member can be used from now on, or no longer. */
  onHealth(member: Member): void;
}

export interface Member {
  readonly name: string;
  readonly weight: number;
  readonly runs: MemberRuns;
  /** How many prompts it runs at once. */
  capacity(): number;
  /** Whether it is time to find out how many those are by now. */
  isCapacityOld(): boolean;
  /** Finds that out if it is time. Resolves to whether the number has changed; never rejects. */
  refreshCapacity(): Promise<boolean>;
  health(): Health;
  state(): MemberStatus["state"];
  setDrained(value: boolean): void;
  /** Whether it gets prompts. */
  isUsable(): boolean;
  isConnected(): boolean;
  /** The backend whose events flow, as it was last; undefined before. */
  current(): Backend | undefined;
  title(): string | undefined;
  /** The last failure, while the member cannot be used. */
  failure(): unknown;
  /** The backend, opened and subscribed to. */
  open(signal?: AbortSignal): Promise<Backend>;
  /** Calls the backend with a time limit, and notes whether it has answered. */
  call<Value>(
    use: (backend: Backend, signal: AbortSignal) => Promise<Value>,
    options?: { readonly signal?: AbortSignal | undefined; readonly ms?: number },
  ): Promise<Value>;
  /** Asks the member whether it answers. Concurrent calls share one question. Never rejects. */
  check(): Promise<void>;
  /** Notes a failure of the member; `isFinal` for an error that is no outage, after which it cannot be used either. */
  note(error: unknown, isFinal?: boolean): void;
  /** A prompt has ended on the member. */
  prove(): void;
  close(): void;
}

export function createMember(deps: MemberDependencies): Member {
  const { clock, limits, name, signal } = deps;
  let health: Health = unchecked;
  let isDrained = deps.isDrained;
  let isConnected = true;
  let title: string | undefined;
  let failure: unknown;
  let subscribed: { readonly backend: Backend; readonly unsubscribe: () => void } | undefined;
  let opening: Promise<Backend> | undefined;
  let checking: Promise<void> | undefined;
  let cancelRetry = (): void => undefined;
  const capacity = createCapacity(deps.capacity, clock);
  const runs: MemberRuns = {
    loaded: [],
    times: noTimes,
    lastServed: -1,
    ended: 0,
    lost: 0,
    modelSwitches: 0,
  };

  const planCheck = (): void => {
    cancelRetry();
    if (health.state !== "unreachable" || signal.aborted) return;
    cancelRetry = clock.after(Math.max(0, health.retryAt - clock.now()), () => void member.check());
  };
  const apply = (input: HealthInput): void => {
    const before = health;
    health = nextHealth(before, input);
    if (health === before || signal.aborted) return;
    planCheck();
    if (health.state !== before.state) deps.onHealth(member);
  };

  const subscribe = async (backend: Backend): Promise<Backend> => {
    if (subscribed?.backend === backend) return backend;
    const unsubscribe = await backend.events((event) => {
      if (subscribed !== undefined && subscribed.backend !== backend) return;
      if (event.type === "connection") isConnected = event.state === "open";
      deps.onEvent(member, event);
    });
    if (signal.aborted) {
      unsubscribe();
      signal.throwIfAborted();
    }
    subscribed?.unsubscribe();
    subscribed = { backend, unsubscribe };
    isConnected = true;
    return backend;
  };
  const openShared = (): Promise<Backend> => {
    opening ??= (async () => subscribe(await deps.openInstance(name)))().finally(() => (opening = undefined));
    opening.catch(() => undefined);
    return opening;
  };

  const member: Member = {
    name,
    weight: deps.weight,
    runs,
    capacity: () => capacity.current(),
    isCapacityOld: () => capacity.isOld(),
    refreshCapacity: () => capacity.refresh(() => member.call(readCapacity, { signal })),
    health: () => health,
    state: () => (isDrained ? "draining" : health.state),
    setDrained(value) {
      if (value === isDrained) return;
      isDrained = value;
      deps.onHealth(member);
    },
    isUsable: () => health.state === "ready" && !isDrained,
    isConnected: () => isConnected && health.state === "ready",
    current: () => subscribed?.backend,
    title: () => title,
    failure: () => (health.state === "unreachable" ? failure : undefined),
    open: (given) => withLimit({ clock, ms: limits.answerMs * 3, signal: given, where: name }, openShared),
    async call(use, { signal: given, ms = limits.answerMs } = {}) {
      try {
        const backend = await member.open(given);
        return await withLimit({ clock, ms, signal: given, where: name }, (limited) => use(backend, limited));
      } catch (error) {
        if (given?.aborted !== true) member.note(error);
        throw error;
      }
    },
    check() {
      cancelRetry();
      checking ??= member
        .call((backend, limited) => backend.info({ isFresh: true, signal: limited }), { signal })
        .then(
          (info) => {
            title = info.title;
            apply({ type: "answered" });
          },
          (error: unknown) => {
            if (health.state !== "unreachable" || health.retryAt <= clock.now()) member.note(error, true);
            else planCheck();
          },
        )
        .finally(() => (checking = undefined));
      return checking;
    },
    note(error, isFinal = false) {
      const isCredential =
        error instanceof PictorError && error.base.startsWith("AUTH_") && health.state === "ready";
      if (signal.aborted || !(isFinal || isOutage(error) || isCrash(error) || isCredential)) return;
      failure = error;
      apply({
        type: "failed",
        reason: reasonOf(error).replace(/\.$/, ""),
        now: clock.now(),
        random: Math.random(),
      });
    },
    prove: () => apply({ type: "proven" }),
    close() {
      cancelRetry();
      subscribed?.unsubscribe();
      subscribed = undefined;
    },
  };
  return member;
}
