// The optional packages ioredis and bullmq, as far as this plugin uses them.

import { systemCode } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";

export type Argument = string | number | Buffer;
/** A command: the name of the method of ioredis, and its arguments. */
export type Command = readonly [name: string, ...args: readonly Argument[]];

/** The replies of several commands, each with its error. */
export type Replies = readonly (readonly [error: Error | null, reply: unknown])[];
interface Batch {
  exec(): Promise<Replies | null>;
}

/** A connection of ioredis. */
export interface IoRedis {
  readonly status: string;
  connect(): Promise<void>;
  disconnect(reconnect?: boolean): void;
  duplicate(options?: Readonly<Record<string, unknown>>): IoRedis;
  pipeline(commands: readonly Command[]): Batch;
  multi(commands: readonly Command[]): Batch;
  subscribe(...channels: readonly string[]): Promise<unknown>;
  on(event: "message", listener: (channel: string, text: string) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "ready" | "close" | "end", listener: () => void): unknown;
  off(event: "ready" | "close" | "end", listener: () => void): unknown;
}

/** A transaction as BullMQ wraps it. */
export type BullTransaction = Readonly<Record<string, unknown>>;

/** A job of BullMQ that a worker has taken, or that is to be added. */
export interface BullJob {
  readonly id?: string;
  /** How often the job was given to others, because its worker gave no sign. */
  readonly stalledCounter?: number;
  changePriority(options: { readonly priority: number }): Promise<void>;
  addJob(transaction: BullTransaction): Promise<unknown>;
  moveToCompleted(result: unknown, token: string, fetchNext: false): Promise<unknown>;
  moveToDelayed(timestamp: number, token: string): Promise<void>;
  moveToWait(token: string): Promise<unknown>;
}

/** A queue or a worker of BullMQ. */
export interface BullWorker {
  on(event: "error", listener: (error: Error) => void): unknown;
  getNextJob(token: string, options: { readonly block: false }): Promise<BullJob | undefined>;
  extendJobLocks(ids: string[], tokens: string[], durationMs: number): Promise<string[]>;
  getBackend(): {
    readonly client: Promise<unknown>;
    moveStalledJobsToWait(): Promise<readonly string[]>;
    remove(jobId: string, removeChildren: boolean): Promise<number>;
  };
  close(force?: boolean): Promise<void>;
}

/** Opens what a queue of BullMQ needs, over a connection. */
export type BackendFactory = (name: string, options: Readonly<Record<string, unknown>>) => unknown;

export interface Packages {
  readonly Redis: new (url: string, options: Readonly<Record<string, unknown>>) => IoRedis;
  readonly Worker: new (
    name: string,
    processor: null,
    options: Readonly<Record<string, unknown>>,
    factory: BackendFactory,
  ) => BullWorker;
  readonly Job: {
    new (
      queue: BullWorker,
      name: string,
      data: unknown,
      options: Readonly<Record<string, unknown>>,
      id: string,
    ): BullJob;
    fromId(queue: BullWorker, id: string): Promise<BullJob | undefined>;
  };
  readonly createRedisBackend: BackendFactory;
}

/** The names are assembled from parts, so that the compiler does not resolve the packages, which may be absent. */
const redisPackage = ["io", "redis"].join("");
const bullPackage = ["bull", "mq"].join("");
const versions: Readonly<Record<string, string>> = { [redisPackage]: "6.0.0", [bullPackage]: "6.7.0" };

const isAbsent = (error: unknown): boolean => /^(ERR_)?MODULE_NOT_FOUND$/.test(systemCode(error) ?? "");

/** Imports the packages, which the user installs. Rejects with `QUEUE_PACKAGES_MISSING`. */
export async function importPackages(
  name: string,
  importing: (name: string) => Promise<unknown> = (wanted) => import(wanted),
): Promise<Packages> {
  const missing: string[] = [];
  const load = async (wanted: string): Promise<unknown> => {
    try {
      return await importing(wanted);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      missing.push(wanted);
      return undefined;
    }
  };
  const redis = await load(redisPackage);
  const bull = await load(bullPackage);
  if (missing.length > 0) {
    const install = missing.map((wanted) => `${wanted}@${versions[wanted] ?? "latest"}`).join(" ");
    throw queueFault("QUEUE_PACKAGES_MISSING", { name, packages: missing.join(", "), install });
  }
  return { ...(redis as Pick<Packages, "Redis">), ...(bull as Omit<Packages, "Redis">) };
}
