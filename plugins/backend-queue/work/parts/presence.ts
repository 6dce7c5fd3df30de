// The presence of a worker in Redis: its name, which no other process may have, its signs, and its record.

import { pause, PictorError, type MemberStatus } from "@pictor/kernel/plugin";
import type { Session } from "../../base/session.js";
import { queueFault } from "../../faults.js";
import { writeWorker, type WorkerRecord } from "../../protocol/worker-record.js";
import { signMsOf, silenceMsOf } from "../../redis/keys.js";
import type { Command } from "../../redis/packages.js";
import { isTemporary } from "./errors.js";
import { untilAnswered } from "./retry.js";

const empty: Omit<MemberStatus, "name"> = {
  state: "unchecked",
  running: 0,
  loaded: [],
  ended: 0,
  lost: 0,
  modelSwitches: 0,
};

const nameTaken = (session: Session, worker: string): PictorError =>
  queueFault("QUEUE_WORKER_NAME_TAKEN", { name: session.name, worker });

/** The presence of a worker that has its name. */
export class Presence {
  readonly #session: Session;
  readonly #name: string;
  readonly #token: string;
  #record: WorkerRecord;
  #paused: ReadonlySet<string> = new Set();
  #hasLeft = false;

  constructor(session: Session, name: string, token: string) {
    this.#session = session;
    this.#name = name;
    this.#token = token;
    this.#record = { ...empty, name, state: "unchecked" };
  }

  #written(): Command {
    const { keys, recordSeconds } = this.#session;
    return ["set", keys.worker(this.#name), writeWorker(this.#record), "EX", recordSeconds];
  }

  /** Who has the name: the token of a process. */
  #holder(): Promise<unknown> {
    const { connection, keys } = this.#session;
    return connection.run("get", keys.name(this.#name));
  }

  /** Changes the record; the next sign shows it. */
  change(edit: (record: WorkerRecord) => WorkerRecord): void {
    this.#record = edit(this.#record);
  }

  /** Shows hosts which prompt it runs, at once, because quotas count it. */
  show(run: { readonly owner: string | undefined } | undefined): void {
    const running = run === undefined ? 0 : 1;
    if (running === this.#record.running || this.#hasLeft) return;
    this.#record = { ...this.#record, running, owner: run?.owner };
    this.#session.connection.run(...this.#written()).catch(() => undefined);
  }

  /** Gives a sign. Resolves to whether the worker is to take no prompts. Rejects with `QUEUE_WORKER_NAME_TAKEN`. */
  async sign(): Promise<boolean> {
    const { connection, keys, clock, settings } = this.#session;
    const silenceMs = silenceMsOf(settings);
    const holder = await this.#holder();
    if (typeof holder === "string" && holder !== this.#token) throw nameTaken(this.#session, this.#name);
    // A sign that was under way when the worker left would take its name again.
    if (this.#hasLeft) return false;
    const replies = await connection.atomically([
      ["sismember", keys.draining, this.#name],
      ["exists", keys.paused],
      ["smembers", keys.pausedOwners],
      ["set", keys.name(this.#name), this.#token, "PX", Math.round(silenceMs)],
      ["set", keys.alive(this.#name), "1", "PX", Math.max(settings.lostSeconds * 1_000, silenceMs)],
      this.#written(),
      ["zadd", keys.workers, clock.now(), this.#name],
    ]);
    this.#paused = new Set(replies[2] as readonly string[]);
    return replies[0] === 1 || replies[1] === 1;
  }

  /** Whether a person had paused the owner when the last sign was given. */
  isPaused(owner: string): boolean {
    return this.#paused.has(owner);
  }

  /** Gives the name back, for the next process. */
  async leave(): Promise<void> {
    const { connection, keys } = this.#session;
    this.#hasLeft = true;
    if ((await this.#holder()) !== this.#token) return;
    this.#record = { ...this.#record, state: "ended", running: 0 };
    await connection.atomically([this.#written(), ["del", keys.name(this.#name), keys.wake(this.#name)]]);
  }
}

export interface NameOptions {
  readonly name: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** Called once, with the first failure, if Redis does not answer, and once if another process has the name. */
  onDelay(error: PictorError): void;
}

/** Waits until Redis answers, and no other process has the name: one that was killed gives no more signs. */
export async function takeName(
  session: Session,
  { name, token, signal, onDelay }: NameOptions,
): Promise<Presence> {
  const { connection, keys, clock, settings } = session;
  const silenceMs = silenceMsOf(settings);
  let isTold = false;
  const ask = (): Promise<unknown> =>
    connection
      .run("set", keys.name(name), token, "PX", Math.round(silenceMs), "NX")
      .catch((error: unknown) => {
        if (!isTold && error instanceof PictorError && isTemporary(error)) onDelay(error);
        isTold = true;
        throw error;
      });
  let since: number | undefined;
  for (;;) {
    const isMine = await untilAnswered(ask, { clock, signal });
    const isFirst = since === undefined;
    since ??= clock.now();
    if (isMine === "OK" || (await connection.run("get", keys.name(name))) === token) break;
    if (isFirst) onDelay(queueFault("QUEUE_WORKER_NAME_HELD", { name: session.name, worker: name }));
    if (clock.now() - since > 2 * silenceMs) throw nameTaken(session, name);
    await pause(clock, signMsOf(settings), signal);
  }
  return new Presence(session, name, token);
}
