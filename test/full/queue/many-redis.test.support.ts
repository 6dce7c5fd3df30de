// Several redis-servers that know each other: a primary with a replica and sentinels, or a cluster of primaries.

import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "../../free-port.test.support.js";
import { startRedis, type RedisServer } from "./redis-server.test.support.js";

const address = (...servers: readonly RedisServer[]): string =>
  servers.map(({ port }) => `127.0.0.1:${port}`).join(",");

/** Waits until a command of a server has a certain reply. */
async function until(
  { port }: RedisServer,
  password: string | undefined,
  isDone: (client: Redis) => Promise<boolean>,
): Promise<void> {
  const client = new Redis(port, "127.0.0.1", { ...(password !== undefined && { password }) });
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
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  /** Resolves when the replica has all that the primary has. */
  replicated(): Promise<void>;
  close(): Promise<void>;
}

/** The passwords of the servers and of the sentinels. */
const [password, ofSentinels] = ["data-1c7", "sentinel-9e2"];

export async function startSentinels(): Promise<Sentinels> {
  const guarded = ["--requirepass", password, "--masterauth", password];
  const primary = await startRedis({ arguments: guarded });
  const replica = await startRedis({
    arguments: [...guarded, "--replicaof", "127.0.0.1", String(primary.port)],
  });
  const sentinel = () =>
    startRedis({
      arguments: ["--sentinel"],
      settings: [
        `sentinel monitor farm 127.0.0.1 ${primary.port} 2`,
        `sentinel auth-pass farm ${password}`,
        "sentinel down-after-milliseconds farm 500",
        "sentinel failover-timeout farm 5000",
        `requirepass ${ofSentinels}`,
      ],
    });
  const sentinels = [await sentinel(), await sentinel(), await sentinel()];
  // A failover needs sentinels that know each other, and a replica that they know.
  for (const one of sentinels)
    await until(one, ofSentinels, async (client) =>
      (await client.info("sentinel")).includes("slaves=1,sentinels=3"),
    );
  await until(primary, password, isReplicated);
  return {
    url: `redis-sentinel://:${password}@${address(...sentinels)}/0?sentinelMasterId=farm&sentinelPassword=${ofSentinels}`,
    primary,
    replica,
    replicated: () => until(primary, password, isReplicated),
    async close() {
      for (const one of [...sentinels, replica, primary]) await one.close();
    },
  };
}

export interface Cluster {
  readonly url: string;
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
  readonly server: RedisServer;
  readonly client: Redis;
  readonly id: string;
  readonly busPort: number;
}

async function startNode(): Promise<ClusterNode> {
  const busPort = await freePort();
  const timeout = ["--cluster-node-timeout", "1000"];
  const server = await startRedis({
    arguments: ["--cluster-enabled", "yes", "--cluster-port", String(busPort), ...timeout],
  });
  const client = new Redis(server.port, "127.0.0.1", { maxRetriesPerRequest: null });
  client.on("error", () => undefined);
  return { server, client, id: await client.cluster("MYID"), busPort };
}

const isWhole = (nodes: number) => async (client: Redis) => {
  const text = await client.cluster("INFO");
  return text.includes("cluster_state:ok") && text.includes(`cluster_known_nodes:${nodes}`);
};

/** A cluster of three primaries, each with a replica. */
export async function startCluster(): Promise<Cluster> {
  const nodes = await Promise.all(Array.from({ length: 6 }, startNode));
  const [primaries, replicas] = [nodes.slice(0, 3), nodes.slice(3)];
  const size = Math.ceil(16_384 / primaries.length);
  for (const [index, { client }] of primaries.entries()) {
    await client.cluster("ADDSLOTSRANGE", index * size, Math.min(16_383, (index + 1) * size - 1));
    await client.call("CLUSTER", "SET-CONFIG-EPOCH", String(index + 1));
  }
  const [first] = nodes;
  for (const { server, busPort } of nodes.slice(1))
    await first?.client.call("CLUSTER", "MEET", "127.0.0.1", String(server.port), String(busPort));
  for (const { server } of nodes) await until(server, undefined, isWhole(nodes.length));
  for (const [index, { client }] of replicas.entries())
    await client.cluster("REPLICATE", primaries[index]?.id ?? "");
  for (const { server } of primaries) await until(server, undefined, isReplicated);

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
    url: `redis-cluster://${address(...nodes.map(({ server }) => server))}`,
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
        await from.client.migrate("127.0.0.1", to.server.port, "", 0, 5_000, "KEYS", ...keys);
      }
      for (const { client } of [to, ...primaries]) await client.cluster("SETSLOT", slot, "NODE", to.id);
    },
    async failOver(key) {
      const old = await known(key);
      await until(old.server, undefined, isReplicated);
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
