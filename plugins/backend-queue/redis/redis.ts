// A connection to Redis: the one place from which commands are sent. Commands fail soon when Redis does not answer, and are never
// repeated by the connection itself.

import type { Clock, PictorError } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";
import type { RedisTarget } from "./address.js";
import { connectorTo } from "./find-server.js";
import type { Command, IoRedis, Packages, Replies } from "./packages.js";
import { isDatabaseRefusal, isMoved, isOtherRole, redisFault, type RedisPlace } from "./redis-fault.js";

/** Rejects with `QUEUE_REDIS_UNREACHABLE`, `QUEUE_REDIS_DENIED` or `QUEUE_REDIS_REPLY`. */
export interface Redis {
  run(...command: Command): Promise<unknown>;
  /** Sends several commands at once. Rejects if one of them has failed; the others may have been carried out. */
  all(commands: readonly Command[]): Promise<readonly unknown[]>;
  /** As `all`, but no command of another client runs in between. */
  atomically(commands: readonly Command[]): Promise<readonly unknown[]>;
}

export interface Connection extends Redis {
  readonly client: IoRedis;
  /** Runs work that uses the client itself, with the same errors. */
  guard<Result>(work: (client: IoRedis) => Promise<Result>): Promise<Result>;
  /** Calls back when the connection is lost or open again. Returns a function that unsubscribes. */
  onState(listener: (isOpen: boolean) => void): () => void;
  /** A further connection to the same Redis, for commands that block. */
  another(): Connection;
  close(): void;
}

export interface ConnectionOptions extends RedisPlace {
  readonly packages: Packages;
  readonly target: RedisTarget;
  /** A key of the queue. */
  readonly key: string;
  readonly clock: Clock;
}

const connectMs = 5_000;
/** The longest wait for a reply, in milliseconds. Commands that block have a shorter limit of their own. */
const commandMs = 10_000;
const longestRetryMs = 2_000;

const clientOptions = {
  lazyConnect: true,
  connectTimeout: connectMs,
  commandTimeout: commandMs,
  keepAlive: 10_000,
  // A command is sent once: whether it was carried out is for the caller to find out, as soon as the connection is lost.
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // Nobody could handle a failure of ioredis's own subscription, which would end the process: `listen` subscribes again.
  autoResubscribe: false,
  // Understood by every version, and by the proxies of managed services.
  protocol: 2,
  connectionName: "pictor",
  retryStrategy: (attempt: number) => Math.min(longestRetryMs, 50 * 2 ** attempt) * (0.5 + Math.random() / 2),
};

/** Connections to the same Redis, which are made anew together. */
interface Family {
  readonly clients: Set<IoRedis>;
  reconnectedAt: number;
}

/** Milliseconds for which connections that were made anew are kept, although the server still has another role. */
const shortestRoleMs = 1_000;

const ofCluster =
  "its server is a node of a Redis Cluster, whose address begins with redis-cluster:// or rediss-cluster://";

function wrap(client: IoRedis, options: ConnectionOptions, family: Family): Connection {
  const { name, address, clock, target } = options;
  const faultOf = (error: unknown, isSent: boolean): PictorError =>
    target.is === "server" && isMoved(error)
      ? queueFault("QUEUE_SETTING_INVALID", { setting: "redis", name, reason: ofCluster })
      : redisFault(error, { name, address }, isSent);
  let lastError: unknown = new Error(`no connection within ${connectMs / 1_000} s`);
  let refusal: Error | undefined;
  family.clients.add(client);
  client.on("error", (error) => {
    lastError = error;
    if (isDatabaseRefusal(error)) refusal = error;
  });
  client.on("close", () => (refusal = undefined));

  /** Resolves when the connection that is being opened is open, or is so no longer. */
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel();
        for (const event of ["ready", "close", "end"] as const) client.off(event, end);
        resolve();
      };
      const cancel = clock.after(connectMs, end);
      for (const event of ["ready", "close", "end"] as const) client.on(event, end);
    });
  // All commands wait together: Node warns of a leak when each of them adds listeners.
  let settling: Promise<void> | undefined;

  /** Resolves when the connection is open. Waits only for a connection that is being opened. */
  const opened = async (): Promise<void> => {
    if (client.status === "ready") return;
    if (client.status === "wait") client.connect().catch(() => undefined);
    if (!["wait", "connecting", "connect"].includes(client.status)) throw faultOf(lastError, false);
    settling ??= settled().finally(() => (settling = undefined));
    await settling;
    if (client.status !== "ready") throw faultOf(lastError, false);
  };

  /** After a failover, the open connections lead to the old server: also those that only wait, and that hear nothing of it. */
  const reconnectAll = (): void => {
    if (clock.now() - family.reconnectedAt < shortestRoleMs) return;
    family.reconnectedAt = clock.now();
    for (const one of family.clients) if (one.status === "ready") one.disconnect(true);
  };

  const guard: Connection["guard"] = async (work) => {
    await opened();
    if (refusal !== undefined) throw faultOf(refusal, false);
    try {
      return await work(client);
    } catch (error) {
      // A connection that is silent may be dead without a sign; a new one shows whether Redis is there.
      if (error instanceof Error && error.message === "Command timed out") client.disconnect(true);
      if (isOtherRole(error)) reconnectAll();
      throw faultOf(error, true);
    }
  };
  const resultsOf = (replies: Replies | null): readonly unknown[] =>
    (replies ?? []).map(([error, reply]) => {
      if (error !== null) throw error;
      return reply;
    });

  return {
    client,
    guard,
    run: async (...command) =>
      (await guard(async (one) => resultsOf(await one.pipeline([command]).exec())))[0],
    all: (commands) => guard(async (one) => resultsOf(await one.pipeline(commands).exec())),
    atomically: (commands) => guard(async (one) => resultsOf(await one.multi(commands).exec())),
    onState(listener) {
      let wasOpen = client.status === "ready";
      const note = (isOpen: boolean) => () => {
        if (wasOpen === isOpen) return;
        wasOpen = isOpen;
        listener(isOpen);
      };
      const [open, lost] = [note(true), note(false)];
      client.on("ready", open);
      client.on("close", lost);
      return () => {
        client.off("ready", open);
        client.off("close", lost);
      };
    },
    another: () => wrap(client.duplicate(), options, family),
    close() {
      // ioredis holds the process for two seconds for a second disconnect of one connection.
      if (family.clients.delete(client)) client.disconnect();
    },
  };
}

function createClient({ packages, target, key, name }: ConnectionOptions): IoRedis {
  if (target.is === "server") return new packages.Redis(target.url, clientOptions);
  return new packages.Redis({
    ...clientOptions,
    ...target.credentials,
    ...(target.is === "sentinel" && { db: target.database }),
    ...(target.isTls && { tls: {} }),
    Connector: connectorTo({ packages, target, key, name }),
  });
}

/** Opens a connection, which is made when the first command is sent, and again whenever it is lost. */
export const openConnection = (options: ConnectionOptions): Connection =>
  wrap(createClient(options), options, { clients: new Set(), reconnectedAt: -Infinity });
