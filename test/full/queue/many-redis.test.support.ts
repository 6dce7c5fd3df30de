// Several redis-servers that know each other: a primary with a replica and sentinels, or a cluster of primaries.

import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "../../free-port.test.support.js";
import { startRedis, type RedisServer } from "./redis-server.test.support.js";
import { tlsArguments, type Certificates } from "./tls-redis.test.support.js";

interface Login {
  readonly username?: string;
  readonly password?: string;
}

/** Who may use the servers, and how. */
export interface Guard {
  /** Lines of the settings of each server, and of each sentinel. */
  readonly servers: readonly string[];
  readonly sentinels: readonly string[];
  /** With them, everybody but the tests' own clients uses TLS. */
  readonly certificates?: Certificates;
  /** The tests' own user. */
  readonly admin: Login;
  readonly sentinelAdmin: Login;
  /** What the address of the queue says about users, before its hosts and behind them. */
  readonly user: string;
  readonly query: string;
}

const unguarded: Guard = { servers: [], sentinels: [], admin: {}, sentinelAdmin: {}, user: "", query: "" };

/** A server, and the port for others. */
interface GuardedServer extends RedisServer {
  readonly publicPort: number;
}

/** `settings`: with further lines. */
async function startGuarded(
  { certificates }: Guard,
  settings: readonly string[],
  more: readonly string[] = [],
): Promise<GuardedServer> {
  const tlsPort = certificates === undefined ? undefined : await freePort();
  const tls =
    certificates === undefined || tlsPort === undefined
      ? []
      : [...tlsArguments(certificates, tlsPort), "--tls-replication", "yes", "--tls-cluster", "yes"];
  const server = await startRedis({ arguments: [...more, ...tls], settings });
  return Object.assign(server, { publicPort: tlsPort ?? server.port });
}

const schemeOf = ({ certificates }: Guard): string => (certificates === undefined ? "redis" : "rediss");
const address = (...servers: readonly GuardedServer[]): string =>
  servers.map(({ publicPort }) => `127.0.0.1:${publicPort}`).join(",");

/** Waits until a command of a server has a certain reply. */
async function until(
  { port }: RedisServer,
  login: Login,
  isDone: (client: Redis) => Promise<boolean>,
): Promise<void> {
  const client = new Redis(port, "127.0.0.1", login);
  try {
    while (!(await isDone(client))) await delay(20);
  } finally {
    client.disconnect();
  }
}

/** Whether a primary has a replica, and the replica all that the primary has. */
async function isReplicated(client: Redis): Promise<boolean> {
  const text = await client.info("replication");
  const [sent, received] = [/^master_repl_offset:(\d+)/m, /state=online,offset=(\d+)/].map(
    (pattern) => pattern.exec(text)?.[1],
  );
  return received !== undefined && sent === received;
}

export interface Sentinels {
  /** The address for the setting `redis`. */
  readonly url: string;
  /** The ports of the servers and the sentinels for the tests' own clients. */
  readonly ports: readonly number[];
  /** Resolves when the replica has all that the primary has. */
  replicated(): Promise<void>;
  /** Kills the primary. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

/** The passwords of the servers and of the sentinels. */
const [password, ofSentinels] = ["data-1c7", "sentinel-9e2"];
const passwords: Guard = {
  servers: [`requirepass ${password}`, `masterauth ${password}`],
  sentinels: [`sentinel auth-pass farm ${password}`, `requirepass ${ofSentinels}`],
  admin: { password },
  sentinelAdmin: { password: ofSentinels },
  user: `:${password}@`,
  query: `&sentinelPassword=${ofSentinels}`,
};

export async function startSentinels(guard = passwords): Promise<Sentinels> {
  const { admin, sentinelAdmin, user, query } = guard;
  const primary = await startGuarded(guard, guard.servers);
  const of = ["--replicaof", "127.0.0.1", String(primary.publicPort)];
  const replica = await startGuarded(guard, guard.servers, of);
  const sentinel = () =>
    startGuarded(
      guard,
      [
        `sentinel monitor farm 127.0.0.1 ${primary.publicPort} 2`,
        "sentinel down-after-milliseconds farm 500",
        "sentinel failover-timeout farm 5000",
        ...guard.sentinels,
      ],
      ["--sentinel"],
    );
  const sentinels = [await sentinel(), await sentinel(), await sentinel()];
  // A failover needs sentinels that know each other, and a replica that they know.
  for (const one of sentinels)
    await until(one, sentinelAdmin, async (client) =>
      (await client.info("sentinel")).includes("slaves=1,sentinels=3"),
    );
  await until(primary, admin, isReplicated);
  return {
    url: `${schemeOf(guard)}-sentinel://${user}${address(...sentinels)}/0?sentinelMasterId=farm${query}`,
    ports: [primary, replica, ...sentinels].map(({ port }) => port),
    replicated: () => until(primary, admin, isReplicated),
    failOver: () => primary.stop("SIGKILL"),
    async close() {
      for (const one of [...sentinels, replica, primary]) await one.close();
    },
  };
}

export interface Cluster {
  readonly url: string;
  /** The ports of the nodes for the tests' own clients. */
  readonly ports: readonly number[];
  /** The node that has the slot of a key. */
  ownerOf(key: string): Promise<RedisServer>;
  /** Moves the slot of a key to another node, as an administrator does, while it is used. */
  move(key: string): Promise<void>;
  /** Kills the node that has the slot of a key. Resolves when its replica takes writes. */
  failOver(key: string): Promise<void>;
  close(): Promise<void>;
}

/** A node, with a client, its id, and the port at which it speaks to other nodes. */
interface ClusterNode {
  readonly server: GuardedServer;
  readonly client: Redis;
  readonly id: string;
  readonly busPort: number;
}

async function startNode(guard: Guard): Promise<ClusterNode> {
  const busPort = await freePort();
  const timeout = ["--cluster-node-timeout", "1000"];
  const cluster = ["--cluster-enabled", "yes", "--cluster-port", String(busPort), ...timeout];
  const server = await startGuarded(guard, guard.servers, cluster);
  const client = new Redis(server.port, "127.0.0.1", { ...guard.admin, maxRetriesPerRequest: null });
  client.on("error", () => undefined);
  return { server, client, id: await client.cluster("MYID"), busPort };
}

const isWhole = (nodes: number) => async (client: Redis) => {
  const text = await client.cluster("INFO");
  return text.includes("cluster_state:ok") && text.includes(`cluster_known_nodes:${nodes}`);
};

/** A cluster of three primaries, each with a replica. */
export async function startCluster(guard = unguarded): Promise<Cluster> {
  const nodes = await Promise.all(Array.from({ length: 6 }, () => startNode(guard)));
  const [primaries, replicas] = [nodes.slice(0, 3), nodes.slice(3)];
  const { username, password = "" } = guard.admin;
  const login = username === undefined ? [] : ["AUTH2", username, password];
  const size = Math.ceil(16_384 / primaries.length);
  for (const [index, { client }] of primaries.entries()) {
    await client.cluster("ADDSLOTSRANGE", index * size, Math.min(16_383, (index + 1) * size - 1));
    await client.call("CLUSTER", "SET-CONFIG-EPOCH", String(index + 1));
  }
  const [first] = nodes;
  for (const { server, busPort } of nodes.slice(1))
    await first?.client.call("CLUSTER", "MEET", "127.0.0.1", String(server.publicPort), String(busPort));
  for (const { server } of nodes) await until(server, guard.admin, isWhole(nodes.length));
  for (const [index, { client }] of replicas.entries())
    await client.cluster("REPLICATE", primaries[index]?.id ?? "");
  for (const { server } of primaries) await until(server, guard.admin, isReplicated);

  const owner = async (key: string, ...without: readonly ClusterNode[]): Promise<ClusterNode | undefined> => {
    const asked = nodes.find((node) => !without.includes(node) && node.client.status === "ready");
    const slot = Number(await asked?.client.cluster("KEYSLOT", key));
    const ranges = (await asked?.client.cluster("SLOTS")) as unknown as [number, number, [string, number]][];
    const range = ranges.find(([from, to]) => from <= slot && slot <= to);
    return nodes.find(({ server }) => server.port === range?.[2][1]);
  };
  const known = async (key: string): Promise<ClusterNode> => {
    const found = await owner(key);
    if (found === undefined) throw new Error("no node has the slot");
    return found;
  };
  return {
    url: `${schemeOf(guard)}-cluster://${guard.user}${address(...nodes.map(({ server }) => server))}`,
    ports: nodes.map(({ server }) => server.port),
    ownerOf: async (key) => (await known(key)).server,
    async move(key) {
      const from = await known(key);
      const to = primaries.find((node) => node !== from) ?? from;
      const slot = await from.client.cluster("KEYSLOT", key);
      await to.client.cluster("SETSLOT", slot, "IMPORTING", from.id);
      await from.client.cluster("SETSLOT", slot, "MIGRATING", to.id);
      for (;;) {
        const keys = (await from.client.cluster("GETKEYSINSLOT", slot, 10)) as readonly string[];
        if (keys.length === 0) break;
        const where = ["127.0.0.1", String(to.server.publicPort), "", "0", "5000"];
        await from.client.call("MIGRATE", ...where, ...login, "KEYS", ...keys);
      }
      for (const { client } of [to, ...primaries]) await client.cluster("SETSLOT", slot, "NODE", to.id);
    },
    async failOver(key) {
      const old = await known(key);
      await until(old.server, guard.admin, isReplicated);
      await old.server.stop("SIGKILL");
      while (await owner(key, old).then((node) => node === old || node === undefined)) await delay(50);
    },
    async close() {
      for (const { client, server } of nodes) {
        client.disconnect();
        await server.close();
      }
    },
  };
}
