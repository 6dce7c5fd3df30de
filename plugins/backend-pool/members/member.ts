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
import { Capacity, readCapacity } from "./capacity.js";
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

export interface MemberOptions {
  readonly name: string;
  readonly weight: number;
  /** As configured; undefined if the member decides. */
  readonly capacity: number | undefined;
  readonly isDraining: boolean;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Aborted when the pool is closed. */
  readonly signal: AbortSignal;
  openInstance(name: string): Promise<Backend>;
  onEvent(member: Member, event: BackendEvent): void;
  /** Called when the member can be used from now on, or no longer. */
  onHealth(member: Member): void;
}

export class Member {
  readonly name: string;
  readonly weight: number;
  readonly runs: MemberRuns = {
    loaded: [],
    times: noTimes,
    lastServed: -1,
    ended: 0,
    lost: 0,
    modelSwitches: 0,
  };
  readonly #options: MemberOptions;
  readonly #capacity: Capacity;
  #health: Health = unchecked;
  #isDraining: boolean;
  #isConnected = true;
  #title: string | undefined;
  #failure: unknown;
  #subscribed: { readonly backend: Backend; readonly unsubscribe: () => void } | undefined;
  #opening: Promise<Backend> | undefined;
  #checking: { readonly since: number; readonly done: Promise<void> } | undefined;
  #cancelRetry = (): void => undefined;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.name = options.name;
    this.weight = options.weight;
    this.#isDraining = options.isDraining;
    this.#capacity = new Capacity(options.capacity, options.clock);
  }

  /** How many prompts it runs at once. */
  capacity(): number {
    return this.#capacity.current();
  }

  /** Whether it is time to ask the member again for its capacity. */
  isCapacityOld(): boolean {
    return this.#capacity.isOld();
  }

  /** Asks the member again for its capacity if it is time. Resolves to whether the capacity has changed; never rejects. */
  refreshCapacity(): Promise<boolean> {
    return this.#capacity.refresh(() => this.call(readCapacity, { signal: this.#options.signal }));
  }

  health(): Health {
    return this.#health;
  }

  state(): MemberStatus["state"] {
    return this.#isDraining ? "draining" : this.#health.state;
  }

  setDraining(value: boolean): void {
    if (value === this.#isDraining) return;
    this.#isDraining = value;
    this.#options.onHealth(this);
  }

  /** Whether it answers. */
  isReady(): boolean {
    return this.#health.state === "ready";
  }

  /** Whether it gets prompts. */
  isUsable(): boolean {
    return this.isReady() && !this.#isDraining;
  }

  isConnected(): boolean {
    return this.#isConnected && this.isReady();
  }

  /** The backend whose events flow, as it was last; undefined before. */
  current(): Backend | undefined {
    return this.#subscribed?.backend;
  }

  title(): string | undefined {
    return this.#title;
  }

  /** The last failure, while the member cannot be used. */
  failure(): unknown {
    return this.#health.state === "unreachable" ? this.#failure : undefined;
  }

  /** The backend, opened and subscribed to. */
  open(signal?: AbortSignal): Promise<Backend> {
    const { clock, limits } = this.#options;
    const limit = { clock, ms: limits.answerMs * 3, signal, where: this.name };
    return withLimit(limit, () => this.#openShared());
  }

  /** Calls the backend with a time limit, and notes whether it has answered. */
  async call<Value>(
    use: (backend: Backend, signal: AbortSignal) => Promise<Value>,
    { signal, ms }: { readonly signal?: AbortSignal | undefined; readonly ms?: number } = {},
  ): Promise<Value> {
    const { clock, limits } = this.#options;
    try {
      const backend = await this.open(signal);
      const limit = { clock, ms: ms ?? limits.answerMs, signal, where: this.name };
      return await withLimit(limit, (limited) => use(backend, limited));
    } catch (error) {
      if (signal?.aborted !== true) this.note(error);
      throw error;
    }
  }

  /** Asks the member whether it answers. Concurrent calls share one question. Never rejects. */
  check(): Promise<void> {
    this.#cancelRetry();
    this.#checking ??= { since: this.#options.clock.now(), done: this.#ask() };
    return this.#checking.done;
  }

  /** For how many milliseconds the question whether it answers has had no answer; 0 if it is not being asked. */
  unansweredMs(): number {
    return this.#checking === undefined ? 0 : this.#options.clock.now() - this.#checking.since;
  }

  /** Notes a failure of the member; `isFinal` for an error that is no outage, after which it cannot be used either. */
  note(error: unknown, isFinal = false): void {
    const { clock, signal } = this.#options;
    const isCredential = error instanceof PictorError && error.base.startsWith("AUTH_") && this.isReady();
    if (signal.aborted || !(isFinal || isOutage(error) || isCrash(error) || isCredential)) return;
    this.#failure = error;
    const reason = reasonOf(error).replace(/\.$/, "");
    this.#apply({ type: "failed", reason, now: clock.now(), random: Math.random() });
  }

  /** A prompt has ended on the member. */
  prove(): void {
    this.#apply({ type: "proven" });
  }

  close(): void {
    this.#cancelRetry();
    this.#subscribed?.unsubscribe();
    this.#subscribed = undefined;
  }

  async #ask(): Promise<void> {
    const { clock, signal } = this.#options;
    try {
      const info = await this.call((backend, limited) => backend.info({ isFresh: true, signal: limited }), {
        signal,
      });
      this.#title = info.title;
      this.#apply({ type: "answered" });
    } catch (error) {
      if (this.#health.state !== "unreachable" || this.#health.retryAt <= clock.now()) this.note(error, true);
      else this.#planCheck();
    } finally {
      this.#checking = undefined;
    }
  }

  #planCheck(): void {
    const { clock, signal } = this.#options;
    this.#cancelRetry();
    if (this.#health.state !== "unreachable" || signal.aborted) return;
    const ms = Math.max(0, this.#health.retryAt - clock.now());
    this.#cancelRetry = clock.after(ms, () => void this.check());
  }

  #apply(input: HealthInput): void {
    const before = this.#health;
    this.#health = nextHealth(before, input);
    if (this.#health === before || this.#options.signal.aborted) return;
    this.#planCheck();
    if (this.#health.state !== before.state) this.#options.onHealth(this);
  }

  #openShared(): Promise<Backend> {
    this.#opening ??= (async () => this.#subscribe(await this.#options.openInstance(this.name)))().finally(
      () => (this.#opening = undefined),
    );
    this.#opening.catch(() => undefined);
    return this.#opening;
  }

  async #subscribe(backend: Backend): Promise<Backend> {
    if (this.#subscribed?.backend === backend) return backend;
    const { onEvent, signal } = this.#options;
    const unsubscribe = await backend.events((event) => {
      if (this.#subscribed !== undefined && this.#subscribed.backend !== backend) return;
      if (event.type === "connection") this.#isConnected = event.state === "open";
      onEvent(this, event);
    });
    if (signal.aborted) {
      unsubscribe();
      signal.throwIfAborted();
    }
    this.#subscribed?.unsubscribe();
    this.#subscribed = { backend, unsubscribe };
    this.#isConnected = true;
    return backend;
  }
}
