// The presence of a worker in Redis: its name, which no other process may have, its signs, and its record.

import { pause, PictorError, type MemberStatus } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { writeWorker, type WorkerRecord } from "../protocol/worker-record.js";
import { signMsOf, silenceMsOf } from "../redis/keys.js";
import { isTemporary } from "./errors.js";
import { untilAnswered } from "./retry.js";

export interface Presence {
  /** Changes the record; the next sign shows it. */
  change(edit: (record: WorkerRecord) => WorkerRecord): void;
  record(): WorkerRecord;
  /** Shows hosts which prompt it runs, at once, because quotas count it. */
  show(run: { readonly owner: string | undefined } | undefined): void;
  /** Gives a sign. Resolves to whether the worker is to take no prompts. Rejects with `QUEUE_WORKER_NAME_TAKEN`. */
  sign(): Promise<boolean>;
  /** Whether a person had paused the owner when the last sign was given. */
  isPaused(owner: string): boolean;
  /** Gives the name back, for the next process. */
  leave(): Promise<void>;
}

const empty: Omit<MemberStatus, "name"> = {
  state: "unchecked",
  running: 0,
  loaded: [],
  ended: 0,
  lost: 0,
  modelSwitches: 0,
};

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
  const { connection, keys, clock, settings, recordSeconds } = session;
  const lockMs = settings.lockSeconds * 1_000;
  const silenceMs = silenceMsOf(lockMs);
  const taken = () => queueFault("QUEUE_WORKER_NAME_TAKEN", { name: session.name, worker: name });
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
    if (clock.now() - since > 2 * silenceMs) throw taken();
    await pause(clock, signMsOf(lockMs), signal);
  }
  let record: WorkerRecord = { ...empty, name, state: "unchecked" };
  const aliveMs = Math.max(settings.lostSeconds * 1_000, silenceMs);
  let hasLeft = false;
  let paused: ReadonlySet<string> = new Set();
  const written = () => ["set", keys.worker(name), writeWorker(record), "EX", recordSeconds] as const;
  return {
    change(edit) {
      record = edit(record);
    },
    record: () => record,
    show(run) {
      const running = run === undefined ? 0 : 1;
      if (running === record.running || hasLeft) return;
      record = { ...record, running, owner: run?.owner };
      connection.run(...written()).catch(() => undefined);
    },
    async sign() {
      const holder = await connection.run("get", keys.name(name));
      if (typeof holder === "string" && holder !== token) throw taken();
      // A sign that was under way when the worker left would take its name again.
      if (hasLeft) return false;
      const replies = await connection.atomically([
        ["sismember", keys.draining, name],
        ["exists", keys.paused],
        ["smembers", keys.pausedOwners],
        ["set", keys.name(name), token, "PX", Math.round(silenceMs)],
        ["set", keys.alive(name), "1", "PX", aliveMs],
        written(),
        ["zadd", keys.workers, clock.now(), name],
      ]);
      paused = new Set(replies[2] as readonly string[]);
      return replies[0] === 1 || replies[1] === 1;
    },
    isPaused: (owner) => paused.has(owner),
    async leave() {
      hasLeft = true;
      const holder = await connection.run("get", keys.name(name));
      if (holder !== token) return;
      record = { ...record, state: "ended", running: 0 };
      await connection.atomically([written(), ["del", keys.name(name), keys.wake(name)]]);
    },
  };
}
