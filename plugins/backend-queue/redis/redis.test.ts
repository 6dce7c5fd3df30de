// What the plugin says about Redis: missing packages, errors, and settings with which prompts could be lost.

import { EventEmitter } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { durabilityProblems, versionIn } from "./durability.js";
import { createFakeClock } from "@pictor/host/testing";
import { importPackages, type Packages } from "./packages.js";
import { openConnection } from "./redis.js";
import { startRedisReplies } from "../testing/redis-replies.js";
import { redisFault } from "./redis-fault.js";

const place = { name: "farm", address: "redis://host:6379" };
const reply = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

it("names the packages that are missing, and how to install them", async () => {
  const absent = Object.assign(new Error("x"), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(importPackages("farm", () => Promise.reject(absent))).rejects.toMatchObject({
    code: "QUEUE_PACKAGES_MISSING",
    details: { install: "ioredis@6 bullmq@6" },
  });
});

it.each<[string, unknown, boolean, Readonly<Record<string, unknown>>]>([
  ["a lost connection", new Error("Connection is closed."), true, { base: "BACKEND_UNREACHABLE" }],
  [
    "no connection",
    new Error("x"),
    false,
    { base: "BACKEND_UNREACHABLE", details: { systemCode: "ECONNREFUSED" } },
  ],
  ["a start", reply("LOADING Redis is loading the dataset in memory"), true, { base: "BACKEND_UNREACHABLE" }],
  ["a refused user", reply("WRONGPASS invalid username-password pair"), true, { code: "QUEUE_REDIS_DENIED" }],
  [
    "a transaction with a command that was refused",
    Object.assign(reply("EXECABORT Transaction discarded"), { previousErrors: [reply("NOPERM no evalsha")] }),
    true,
    { code: "QUEUE_REDIS_DENIED", details: { reason: "NOPERM no evalsha" } },
  ],
  [
    "a certificate",
    Object.assign(new Error("self-signed certificate"), { code: "SELF_SIGNED_CERT_IN_CHAIN" }),
    false,
    { code: "QUEUE_REDIS_CERTIFICATE", base: "BACKEND_UNREACHABLE" },
  ],
  [
    "a port without TLS",
    new Error("C0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl/record.c:354:\n"),
    false,
    { code: "QUEUE_REDIS_UNREACHABLE", details: { reason: "wrong version number" } },
  ],
  ["no memory", reply("OOM command not allowed"), true, { base: "BACKEND_REPLY", details: { status: 507 } }],
  ["a wrong type", reply("WRONGTYPE Operation"), true, { base: "BACKEND_REPLY", details: { status: 400 } }],
])("tells %s", (_what, error, isSent, expected) => {
  expect(redisFault(error, place, isSent)).toMatchObject(expected);
});

const info = (policy: string, aof: 0 | 1) => `maxmemory_policy:${policy}\r\naof_enabled:${aof}\r\n`;
it.each([
  [{ info: info("noeviction", 1), appendfsync: "everysec", save: "" }, []],
  [{ info: info("allkeys-lru", 1), appendfsync: "always", save: "" }, ["QUEUE_REDIS_EVICTS"]],
  [{ info: info("noeviction", 0), save: "" }, ["QUEUE_REDIS_NOT_DURABLE"]],
  [{ info: info("noeviction", 0), save: "3600 1" }, ["QUEUE_REDIS_NOT_DURABLE"]],
  [{ info: info("noeviction", 1), appendfsync: "no", save: "" }, ["QUEUE_REDIS_NOT_DURABLE"]],
  // A managed service that does not show its configuration is not accused.
  [{ info: info("noeviction", 0) }, []],
])("warns of settings that lose prompts: %j", (settings, codes) => {
  expect(durabilityProblems(settings).map(({ code }) => code)).toEqual(codes);
});

it.each([
  ["redis_version:7.4.1\r\nredis_mode:standalone\r\n", "7.4.1"],
  // Valkey names the Redis first with which it is compatible.
  ["redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\n", "8.0.1"],
  ["", "unknown"],
])("reads the version of a server from %j", (reply, version) => {
  expect(versionIn(reply)).toBe(version);
});

/**
 * Connections to a fake Redis whose replies are these errors, one after another. Also the clients that were told to
 * connect again.
 */
function connectionsTo(...failures: readonly string[]) {
  const left = [...failures];
  const reconnected: number[] = [];
  const ended: number[] = [];
  let count = 0;
  class Client {
    readonly number = count++;
    readonly status = "ready";
    on = () => this;
    off = () => this;
    duplicate = () => new Client();
    disconnect = (isAgain?: boolean) => void (isAgain === true ? reconnected : ended).push(this.number);
    pipeline = () => ({
      exec: () => {
        const failure = left.shift();
        return Promise.resolve([[failure === undefined ? null : reply(failure), "OK"]]);
      },
    });
  }
  const clock = createFakeClock();
  const packages = { Redis: Client } as unknown as Packages;
  const connection = openConnection({
    packages,
    target: { is: "server", url: "redis://host" },
    key: "",
    clock,
    ...place,
  });
  return { clock, connection, reconnected, ended };
}

it.each([
  "READONLY You can't write against a read only replica.",
  "LOADING Redis is loading the dataset in memory",
  "MASTERDOWN Link with MASTER is down",
  "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
])("connects again, with all connections, after: %s", async (message) => {
  const { clock, connection, reconnected } = connectionsTo(message, message, message);
  const other = connection.another();
  const closed = connection.another();
  closed.close();
  const unreachable = { code: "QUEUE_REDIS_UNREACHABLE" };
  await expect(other.run("set", "a", 1)).rejects.toMatchObject(unreachable);
  expect(reconnected).toEqual([0, 1]);
  // A server that has not changed its role yet is not asked for connections all the time.
  await expect(connection.run("set", "a", 1)).rejects.toMatchObject(unreachable);
  expect(reconnected).toEqual([0, 1]);
  await clock.advance(1_000);
  await expect(connection.run("set", "a", 1)).rejects.toMatchObject(unreachable);
  expect(reconnected).toEqual([0, 1, 0, 1]);
  expect(await connection.run("set", "a", 1)).toBe("OK");
});

it("waits for a connection once, however many commands wait for it", async () => {
  class Client extends EventEmitter {
    status = "connecting";
    pipeline = () => ({ exec: () => Promise.resolve([[null, "OK"]]) });
    open(): void {
      this.status = "ready";
      this.emit("ready");
    }
  }
  const packages = { Redis: Client } as unknown as Packages;
  const target = { is: "server", url: "redis://host" } as const;
  const connection = openConnection({ packages, target, key: "", clock: createFakeClock(), ...place });
  const client = connection.client as unknown as Client;
  const commands = Array.from({ length: 20 }, () => connection.run("get", "a"));
  expect(["ready", "end"].map((event) => client.listenerCount(event))).toEqual([1, 1]);
  client.open();
  expect(new Set(await Promise.all(commands))).toEqual(new Set(["OK"]));
  expect(["ready", "end"].map((event) => client.listenerCount(event))).toEqual([0, 0]);
});

it("says at once that the connection was lost while a command was under way", async () => {
  let isSent = (): void => undefined;
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  const server = await startRedisReplies(([name]) => {
    if (name !== "get") return undefined;
    isSent();
    return "";
  });
  onTestFinished(() => server.close());
  const packages = await importPackages("farm");
  const clock = createFakeClock();
  const connection = openConnection({
    packages,
    target: { is: "server", url: server.url },
    key: "",
    clock,
    ...place,
  });
  onTestFinished(() => connection.close());
  const reply = connection.run("get", "a");
  reply.catch(() => undefined);
  await sent;
  server.cut();
  await expect(reply).rejects.toMatchObject({
    code: "QUEUE_REDIS_UNREACHABLE",
    details: { reason: "the connection was lost" },
  });
});

it("ends a connection once, however often it is closed", () => {
  const { connection, ended } = connectionsTo();
  const other = connection.another();
  for (const one of [other, other, connection, connection]) one.close();
  expect(ended).toEqual([1, 0]);
});
