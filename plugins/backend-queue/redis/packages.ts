// The optional packages ioredis and bullmq, as far as this plugin uses them.

import type { Socket } from "node:net";
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

/** What ioredis asks to make a connection. */
export interface Connector {
  /** Why the connection was not made. */
  firstError?: Error | undefined;
  connect(): Promise<Socket>;
  /** Whether a server with this information, of `INFO`, is the right one. */
  check(info: { readonly role?: string }): boolean;
  disconnect(): void;
}

export interface ConnectorOptions {
  readonly disconnectTimeout: number;
}

export interface BullJobOptions {
  readonly jobId?: string;
  readonly priority?: number;
  readonly timestamp?: number;
  readonly attempts?: number;
  readonly backoff?: { readonly type: "exponential"; readonly delay: number };
  removeOnComplete?: boolean;
}

/** A job of BullMQ: what is known about it, and what its holder, who gives the token of its lock, can do with it. */
export interface BullJob {
  readonly id?: string;
  readonly data: unknown;
  readonly opts: BullJobOptions;
  readonly priority: number;
  /** When it was added, and when it has ended, in milliseconds since 1970. */
  readonly timestamp: number;
  readonly finishedOn?: number;
  /** How often it has ended: completed, failed, or failed and queued again. */
  readonly attemptsMade: number;
  readonly returnvalue: unknown;
  readonly failedReason?: string;
  /** How often it was given to others because its holder gave no sign; a reason to end it if that was too often. */
  readonly stalledCounter?: number;
  readonly deferredFailure?: string;
  /** Whether somebody has taken it. */
  isActive(): Promise<boolean>;
  extendLock(token: string, durationMs: number): Promise<unknown>;
  changePriority(options: { readonly priority: number }): Promise<void>;
  moveToCompleted(result: unknown, token: string, fetchNext: false): Promise<unknown>;
  moveToFailed(error: Error, token: string, fetchNext: false): Promise<unknown>;
  moveToDelayed(timestamp: number, token: string): Promise<void>;
  moveToWait(token: string): Promise<unknown>;
  /** Rejects if the job is not delayed. */
  promote(): Promise<void>;
  retry(state: "failed"): Promise<void>;
}

/** The states of jobs that wait, for their turn or for their time. */
export const waitingStates = ["wait", "prioritized", "delayed"] as const;
export type BullState = (typeof waitingStates)[number] | "active" | "completed" | "failed";

/** A queue of BullMQ, to which jobs are added. */
export interface BullQueue {
  on(event: "error", listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  add(name: string, data: unknown, options: BullJobOptions): Promise<BullJob>;
  getJob(id: string): Promise<BullJob | undefined>;
  getJobs(
    types: BullState[],
    start: number,
    end: number,
    isAscending: boolean,
  ): Promise<(BullJob | undefined)[]>;
  getRanges(types: BullState[], start: number, end: number, isAscending: boolean): Promise<string[]>;
  getJobCounts(...types: BullState[]): Promise<Readonly<Record<string, number>>>;
  /** Resolves to 0 if somebody holds the job. */
  remove(id: string): Promise<number>;
  clean(graceMs: number, limit: number, type: "completed" | "failed"): Promise<string[]>;
  obliterate(options: { readonly force: boolean }): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** A worker of BullMQ, with which jobs are taken from a queue. It has a connection of its own. */
export interface BullWorker {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "stalled", listener: (id: string) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  getNextJob(token: string, options: { readonly block: false }): Promise<BullJob | undefined>;
  startStalledCheckTimer(): Promise<void>;
  close(force?: boolean): Promise<void>;
}

export interface Packages {
  readonly Redis: {
    new (url: string, options: Readonly<Record<string, unknown>>): IoRedis;
    new (options: Readonly<Record<string, unknown>>): IoRedis;
  };
  /** The base of connectors: it ends their sockets. */
  readonly AbstractConnector: abstract new (disconnectTimeoutMs: number) => Connector & { stream?: Socket };
  readonly Queue: new (name: string, options: Readonly<Record<string, unknown>>) => BullQueue;
  readonly Worker: new (
    name: string,
    processor: null,
    options: Readonly<Record<string, unknown>>,
  ) => BullWorker;
  /** An error after which BullMQ does not try a job again. */
  readonly UnrecoverableError: new (message: string) => Error;
}

type RedisNames = "Redis" | "AbstractConnector";

/** The names are assembled from parts, so that the compiler does not resolve the packages, which may be absent. */
const redisPackage = ["io", "redis"].join("");
const bullPackage = ["bull", "mq"].join("");
const versions: Readonly<Record<string, string>> = { [redisPackage]: "6", [bullPackage]: "6" };

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
  return { ...(redis as Pick<Packages, RedisNames>), ...(bull as Omit<Packages, RedisNames>) };
}
