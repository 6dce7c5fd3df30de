// Finds the one server that has a queue, which can change: sentinels know it by a name, and the nodes of a cluster by
// the slot of the keys. All keys of a queue are in one slot, so a connection to the server of that slot is enough, and
// a cluster needs no other client.

import { isIP, Socket, connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import { reasonOf } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";
import { textOf, type Endpoint, type RedisTarget } from "./address.js";
import type { Connector, ConnectorOptions, IoRedis, Packages } from "./packages.js";
import { isReply } from "./redis-fault.js";

export type ManyNodes = Exclude<RedisTarget, { readonly is: "server" }>;

export interface FindOptions {
  readonly packages: Packages;
  /** The instance's name. */
  readonly name: string;
  readonly target: ManyNodes;
  /** A key of the queue. */
  readonly key: string;
}

/** Milliseconds that a node may take to accept a connection, and to answer. */
const askMs = 2_000;

type Asked =
  | { readonly is: "found"; readonly server: Endpoint; readonly others: readonly Endpoint[] }
  | { readonly is: "wrong"; readonly reason: string };

/** Sends one command. Rejects with the reply that is an error. */
async function ask(client: IoRedis, ...command: readonly [string, ...(readonly string[])]): Promise<unknown> {
  const [[error, reply] = [null, undefined]] = (await client.pipeline([command]).exec()) ?? [];
  if (error !== null) throw error;
  return reply;
}

async function askSentinel(client: IoRedis, primary: string): Promise<Asked> {
  const reply = await ask(client, "sentinel", "get-master-addr-by-name", primary);
  if (!Array.isArray(reply)) return { is: "wrong", reason: `the sentinels know no server ${primary}` };
  return { is: "found", server: { host: String(reply[0]), port: Number(reply[1]) }, others: [] };
}

/**
 * The servers of a range of slots, as `CLUSTER SLOTS` lists them: the first takes the writes. A node that does not know
 * its own host has none.
 */
const serversIn = (range: readonly unknown[], asked: Endpoint): readonly Endpoint[] =>
  range.slice(2).map((server) => {
    const [host, port] = server as readonly [string | null, number];
    return { host: host === null || host === "" ? asked.host : host, port };
  });

async function askNode(client: IoRedis, key: string, asked: Endpoint): Promise<Asked> {
  const slot = Number(await ask(client, "cluster", "KEYSLOT", key));
  const ranges = (await ask(client, "cluster", "SLOTS")) as readonly (readonly unknown[])[];
  const range = ranges.find(([from, to]) => Number(from) <= slot && slot <= Number(to));
  const [server] = range === undefined ? [] : serversIn(range, asked);
  if (server === undefined) throw new Error(`no server of the cluster has the slot ${slot}`);
  return { is: "found", server, others: ranges.flatMap((one) => serversIn(one, asked)) };
}

/** Replies of a server that is not what the address says. */
const isNoNode = /cluster support disabled/i;
const isNoSentinel = /unknown command .?sentinel/i;

const replyError = (message: string): Error => Object.assign(new Error(message), { name: "ReplyError" });
const withoutCopies = (nodes: readonly Endpoint[]): readonly Endpoint[] => [
  ...new Map(nodes.map((node) => [textOf(node), node])).values(),
];

/** Asks one node. Rejects with its error reply, or with why it does not answer. */
async function askOne(asked: Endpoint, options: FindOptions, signal: AbortSignal): Promise<Asked> {
  const { packages, target, key } = options;
  const credentials = target.is === "sentinel" ? target.sentinelCredentials : target.credentials;
  const client = new packages.Redis({
    ...asked,
    ...credentials,
    ...(target.isTls && { tls: {} }),
    lazyConnect: true,
    retryStrategy: null,
    enableReadyCheck: false,
    connectTimeout: askMs,
    commandTimeout: askMs,
    protocol: 2,
  });
  let failure: unknown;
  client.on("error", (error) => (failure = error));
  const end = (): void => {
    client.disconnect();
  };
  signal.addEventListener("abort", end);
  try {
    return await (target.is === "sentinel"
      ? askSentinel(client, target.primary)
      : askNode(client, key, asked));
  } catch (error) {
    const reason = reasonOf(error);
    if (isNoNode.test(reason)) return { is: "wrong", reason: `${textOf(asked)} is not a node of a cluster` };
    if (isNoSentinel.test(reason)) return { is: "wrong", reason: `${textOf(asked)} is not a sentinel` };
    const known = failure ?? error;
    throw isReply(known) ? replyError(`${reasonOf(known)} (${textOf(asked)})`) : known;
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** The class of connectors for all connections to one Redis, which remember the nodes of a cluster. */
export function connectorTo(options: FindOptions): new (connecting: ConnectorOptions) => Connector {
  const { packages, target, name } = options;
  let nodes = target.nodes;
  /** A node with an old view of the others must not be asked first again and again. */
  let turn = 0;

  /** Rejects with what is wrong with the settings, else with an error reply, else with why a node does not answer. */
  const find = async (signal: AbortSignal): Promise<Endpoint> => {
    const first = turn++ % nodes.length;
    const wrongs: string[] = [];
    const errors: unknown[] = [];
    for (const node of [...nodes.slice(first), ...nodes.slice(0, first)]) {
      signal.throwIfAborted();
      try {
        const asked = await askOne(node, options, signal);
        if (asked.is === "found") {
          nodes = withoutCopies([...target.nodes, ...asked.others]);
          return asked.server;
        }
        wrongs.push(asked.reason);
      } catch (error) {
        errors.push(error);
      }
    }
    const [reason] = wrongs;
    // While some do not answer, those that do may have restarted without what they knew.
    if (reason !== undefined)
      throw errors.length > 0
        ? new Error(reason)
        : queueFault("QUEUE_SETTING_INVALID", { setting: "redis", name, reason });
    throw errors.find(isReply) ?? errors[0];
  };

  return class extends packages.AbstractConnector {
    private ending = new AbortController();

    constructor({ disconnectTimeout }: ConnectorOptions) {
      super(disconnectTimeout);
    }

    /** A connection that cannot be made is a socket that is closed, after which ioredis tries again. */
    override async connect(): Promise<Socket> {
      const { signal } = (this.ending = new AbortController());
      this.firstError = undefined;
      try {
        const server = await find(signal);
        this.stream = signal.aborted ? new Socket().destroy() : this.open(server);
      } catch (error) {
        this.firstError = error as Error;
        this.stream = new Socket().destroy();
      }
      return this.stream;
    }

    private open(server: Endpoint): Socket {
      const isNamed = isIP(server.host) === 0;
      const stream = target.isTls
        ? connectTls({ ...server, ...(isNamed && { servername: server.host }) })
        : connectPlain(server);
      stream.once("error", (error: Error) => (this.firstError = error));
      return stream;
    }

    override check({ role }: { readonly role?: string }): boolean {
      return role === undefined || role === "master";
    }

    override disconnect(): void {
      this.ending.abort();
      super.disconnect();
    }
  };
}
