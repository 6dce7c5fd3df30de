// Connections to a Redis that sentinels or the nodes of a cluster name, with the real client and servers that have no data.

import { expect, it, onTestFinished } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { readAddress } from "./address.js";
import { importPackages } from "./packages.js";
import { openConnection } from "./redis.js";
import { bulk, startRedisReplies, type RedisReplies } from "../testing/redis-replies.js";

type Reply = (command: readonly string[]) => string | undefined;
const patience = { timeout: 4_000 };

async function start(reply: Reply): Promise<RedisReplies> {
  const server = await startRedisReplies(reply);
  onTestFinished(() => server.close());
  return server;
}
/** A server of data that answers `get` with its name. */
const dataOf =
  (name: string, role: () => string = () => "master"): Reply =>
  ([command]) =>
    command === "get" ? bulk(name) : command === "info" ? bulk(`role:${role()}\r\n`) : undefined;

/** A sentinel that knows the server `farm` at a port. */
const sentinelOf =
  (port: () => number): Reply =>
  ([command, , name]) =>
    command !== "sentinel"
      ? undefined
      : name === "farm"
        ? `*2\r\n${bulk("127.0.0.1")}${bulk(String(port()))}`
        : "*-1\r\n";

/** A node that knows one server with all slots, and does not know its own host. */
const nodeOf =
  (port: () => number): Reply =>
  ([command, what]) =>
    command !== "cluster"
      ? undefined
      : what === "KEYSLOT"
        ? ":5000\r\n"
        : `*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$-1\r\n:${port()}\r\n`;

async function connect(url: string) {
  const address = readAddress(url);
  if ("problem" in address) throw new Error(address.problem);
  const connection = openConnection({
    packages: await importPackages("farm"),
    target: address.target,
    key: "{pictor}:heads",
    name: "farm",
    address: address.text,
    clock: createFakeClock(),
  });
  onTestFinished(() => connection.close());
  return connection;
}
/** A port of this machine at which nothing listens. */
const nowhere = 1;
const sentinels = (...ports: readonly number[]): string =>
  `redis-sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(",")}?sentinelMasterId=farm`;

it("go to the server that the first sentinel that answers names, with the credentials of each", async () => {
  const sent: (readonly string[])[] = [];
  const note =
    (reply: Reply): Reply =>
    (command) => {
      if (["auth", "select"].includes(command[0] ?? "")) sent.push(command);
      return reply(command);
    };
  const data = await start(note(dataOf("data")));
  const sentinel = await start(note(sentinelOf(() => data.port)));
  const connection = await connect(
    `redis-sentinel://user:one@127.0.0.1:${nowhere},127.0.0.1:${sentinel.port}/2?sentinelMasterId=farm&sentinelPassword=two`,
  );
  expect(await connection.run("get", "a")).toBe("data");
  expect(sent).toEqual([
    ["auth", "two"],
    ["auth", "user", "one"],
    ["select", "2"],
  ]);
});

it("go to the next server after a failover, also from one that has become a replica", async () => {
  let role = "master";
  let asked = 0;
  const roleNow = (): string => {
    asked++;
    return role;
  };
  const first = await start(dataOf("first", roleNow));
  const second = await start(dataOf("second"));
  let named = first.port;
  const sentinel = await start(sentinelOf(() => named));
  const connection = await connect(sentinels(sentinel.port));
  const states: boolean[] = [];
  connection.onState((isOpen) => states.push(isOpen));
  expect(await connection.run("get", "a")).toBe("first");
  first.cut();
  role = "slave";
  await expect.poll(() => states, patience).toContain(false);
  // The sentinel has not noticed yet, and a replica is not taken for the server.
  const read = () => connection.run("get", "a").catch(() => undefined);
  const results: unknown[] = [];
  await expect
    .poll(() => read().then((result) => results.push(result) && asked), patience)
    .toBeGreaterThan(2);
  expect(results).not.toContain("first");
  named = second.port;
  await expect.poll(read, patience).toBe("second");
  expect(states.at(-1)).toBe(true);
});

it("go to the node of a cluster that has the slot of the queue, and to another one when the slot has moved", async () => {
  const second = await start(dataOf("second"));
  let owner = (): number => first.port;
  const first = await start((command) => {
    const reply = nodeOf(owner)(command);
    if (reply !== undefined) return reply;
    return command[0] === "get" && owner() !== first.port
      ? `-MOVED 5000 127.0.0.1:${second.port}\r\n`
      : dataOf("first")(command);
  });
  const connection = await connect(`redis-cluster://127.0.0.1:${first.port}`);
  expect(await connection.run("get", "a")).toBe("first");
  owner = () => second.port;
  await expect(connection.run("get", "a")).rejects.toMatchObject({
    code: "QUEUE_REDIS_UNREACHABLE",
    message: expect.stringContaining("MOVED") as unknown,
  });
  await expect.poll(() => connection.run("get", "a").catch(() => undefined), patience).toBe("second");
});

it("find a cluster again by the nodes that others have named", async () => {
  const ports: number[] = [];
  const startNode = async (name: string) => {
    const server = await start((command) => nodeOf(() => ports[0] ?? 0)(command) ?? dataOf(name)(command));
    ports.push(server.port);
    return server;
  };
  const second = await startNode("second");
  const first = await startNode("first");
  const connection = await connect(`redis-cluster://127.0.0.1:${first.port}`);
  expect(await connection.run("get", "a")).toBe("second");
  await first.close();
  second.cut();
  await expect.poll(() => connection.run("get", "a").catch(() => undefined), patience).toBe("second");
});

const answer = (reply: string) => start(([command]) => (command === "client" ? undefined : reply));
it.each<[string, () => Promise<string>, object]>([
  [
    "no sentinel answers",
    async () => sentinels(nowhere),
    {
      code: "QUEUE_REDIS_UNREACHABLE",
      message: expect.stringContaining("ECONNREFUSED"),
      details: { systemCode: "ECONNREFUSED" },
    },
  ],
  [
    "the sentinels do not know the server",
    async () => sentinels((await answer("*-1\r\n")).port),
    { code: "QUEUE_SETTING_INVALID", message: expect.stringContaining("the sentinels know no server farm") },
  ],
  [
    "one sentinel does not know the server, and another does not answer",
    async () => sentinels((await answer("*-1\r\n")).port, nowhere),
    {
      code: "QUEUE_REDIS_UNREACHABLE",
      message: expect.stringContaining("the sentinels know no server farm"),
    },
  ],
  [
    "a sentinel wants a password",
    async () => sentinels((await answer("-NOAUTH Authentication required.\r\n")).port, nowhere),
    { code: "QUEUE_REDIS_DENIED", message: expect.stringMatching(/NOAUTH .* \(127\.0\.0\.1:\d+\)/) },
  ],
  [
    "the sentinel is a server of data",
    async () => sentinels((await answer("-ERR unknown command 'sentinel', with args\r\n")).port),
    { code: "QUEUE_SETTING_INVALID", message: expect.stringContaining("is not a sentinel") },
  ],
  [
    "the node is of no cluster",
    async () =>
      `redis-cluster://127.0.0.1:${(await answer("-ERR This instance has cluster support disabled\r\n")).port}`,
    { code: "QUEUE_SETTING_INVALID", message: expect.stringContaining("is not a node of a cluster") },
  ],
  [
    "the slot has no server",
    async () => {
      const node = await start(([, what]) =>
        what === "KEYSLOT" ? ":5000\r\n" : what === "SLOTS" ? "*0\r\n" : undefined,
      );
      return `redis-cluster://127.0.0.1:${node.port}`;
    },
    { code: "QUEUE_REDIS_UNREACHABLE", message: expect.stringContaining("has the slot 5000") },
  ],
  [
    "the one server is a node of a cluster",
    async () => {
      const server = await start(([command]) =>
        command === "get" ? "-MOVED 5000 127.0.0.1:1\r\n" : undefined,
      );
      return server.url;
    },
    { code: "QUEUE_SETTING_INVALID", message: expect.stringContaining("redis-cluster://") },
  ],
])("say that %s", async (_what, urlOf, expected) => {
  const connection = await connect(await urlOf());
  await expect(connection.run("get", "a")).rejects.toMatchObject(expected);
});
