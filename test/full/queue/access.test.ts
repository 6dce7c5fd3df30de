// A queue over a real Redis with TLS, for a user that has the rights of the README alone; and what is said when access fails.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createTestFolder } from "@pictor/host/testing";
import { Redis } from "ioredis";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AccessReport, AccessTask } from "./access-process.test.support.js";
import { bundleFarm } from "./bundle.test.support.js";
import { startCluster, startSentinels, type Guard } from "./many-redis.test.support.js";
import {
  createCertificates,
  startTlsRedis,
  withoutTls,
  type Certificates,
  type TlsRedis,
} from "./tls-redis.test.support.js";

const secret = "pass-7f2e";
const readme = readFileSync(join(import.meta.dirname, "../../../plugins/backend-queue/README.md"), "utf8");
/** The keys, channels and commands of the section "Redis". */
const rights = [...(/A Redis user \(ACL\) needs([^]*?)\n\n/.exec(readme)?.[1] ?? "").matchAll(/`([^`]+)`/g)]
  .map(([, words = ""]) => words.replace(/\s+/g, " "))
  .join(" ");
/** The further rights in a cluster. */
const [, ofCluster = ""] = /In a cluster, it also needs `([^`]+)`/.exec(readme) ?? [];
const user = (name: string, words: string): string => `user ${name} on >${secret} ${words}`;
const admin = user("admin", "~* &* +@all");

const farmPage = readFileSync(join(import.meta.dirname, "../../../docs/farm.md"), "utf8");
/** The lines of the page of the farm for servers, and for sentinels. */
const [ofServers = [], ofSentinels = []] = [...farmPage.matchAll(/```text\n([^]*?)\n```/g)].map(
  ([, lines = ""]) => lines.replaceAll("password", secret).split("\n"),
);

/** The users of that page, and one for the tests themselves. */
const guardOf = (certificates: Certificates): Guard => ({
  certificates,
  servers: [...ofServers, admin],
  sentinels: [...ofSentinels, admin],
  admin: { username: "admin", password: secret },
  sentinelAdmin: { username: "admin", password: secret },
  user: `pictor:${secret}@`,
  query: `&sentinelUsername=pictor&sentinelPassword=${secret}`,
});

describe.skipIf(withoutTls !== "")(`access to Redis${withoutTls}`, { timeout: 60_000 }, () => {
  let redis: TlsRedis;
  let server: EmbeddedServer;
  let folder: string;
  let bundle: ReturnType<typeof bundleFarm>;
  let client: Redis;
  beforeAll(async () => {
    bundle = bundleFarm("access-process.test.support.ts");
    redis = await startTlsRedis([
      admin,
      user("farm", rights),
      user("reader", "~{pictor}:* &{pictor}:* +@read +@connection +info"),
      user("scriptless", `${rights} -@scripting`),
      user("channelless", rights.replace(/&\S+/, "resetchannels")),
      user("elsewhere", rights.replace("~{pictor}:*", "~{another}:*")),
    ]);
    server = await startEmbeddedServer();
    folder = createTestFolder();
    const tls = { ca: await readFile(redis.authority, "utf8") };
    client = new Redis(redis.tlsPort, "127.0.0.1", { tls, username: "admin", password: secret });
  });
  afterAll(async () => {
    client.disconnect();
    bundle.remove();
    await server.close();
    await redis.close();
  });

  /** Runs the process. Fails if a password is in what it prints. */
  const access = async (
    url: string,
    {
      graphs,
      authority = redis.authority,
      change,
    }: {
      readonly graphs?: AccessTask["graphs"];
      /** The file of the authority that is trusted. */
      readonly authority?: string | undefined;
      /** Changes the servers after the prompts of `graphs`, before a prompt that has to end, too. */
      readonly change?: () => Promise<void>;
    } = {},
  ): Promise<AccessReport> => {
    const farm = { role: "host", folder, prefix: "pictor", lockSeconds: 1, lostSeconds: 2 } as const;
    const task: AccessTask = {
      farm: { ...farm, name: "worker", server: server.url },
      ...(graphs !== undefined && { graphs }),
      changes: change !== undefined,
    };
    const child = spawn(process.execPath, [bundle.script], {
      env: {
        ...process.env,
        PICTOR_ACCESS_TASK: JSON.stringify(task),
        PICTOR_TEST_REDIS_URL: url,
        NODE_EXTRA_CA_CERTS: authority,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      timeout: 50_000,
    });
    child.once("message", () => void change?.().then(() => child.send("changed")));
    const [out, error, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, "exit"),
    ]);
    expect({ code: code as unknown, error }).toEqual({ code: 0, error: "" });
    expect(out).not.toContain(secret);
    expect(out).not.toContain("not-the-password");
    return JSON.parse(out) as AccessReport;
  };
  /** The server has made no pictures of another seed. */
  const graphsOf = (seed: number) => ({
    quick: exampleGraph({ seed }) as Graph,
    slow: exampleGraph({ seed, steps: 1_000, width: 512, height: 512 }) as Graph,
  });
  /** What a process sees that may do everything. */
  const whole = {
    made: "succeeded",
    arrived: ["started", "progress", "preview", "output"],
    waiting: "queued",
    removed: "removed",
    interrupting: "interrupting",
    interrupted: "interrupted",
    status: { members: [{ name: "worker", state: "ready" }], owners: [] },
  };
  /** What a server has refused to its users; nothing for one that has ended. */
  const refusedBy = async (port: number): Promise<unknown> => {
    const client = new Redis(port, "127.0.0.1", { username: "admin", password: secret, retryStrategy: null });
    client.on("error", () => undefined);
    try {
      return await client.call("ACL", "LOG");
    } catch {
      return [];
    } finally {
      client.disconnect();
    }
  };
  const urlOf = (name: string, password = secret): string =>
    `rediss://${name}:${password}@127.0.0.1:${redis.tlsPort}/0`;

  it("has the same rights in the README and on the page of the farm", () => {
    const rightsOf = (name: string) => ofServers.find((line) => line.startsWith(`user ${name} `));
    expect(rightsOf("pictor")).toBe(user("pictor", `${rights} ${ofCluster}`));
  });

  it("is enough with TLS and the rights of the README", async () => {
    const keys = { "{pictor}:heads": "+inf", "{pictor}:retired": 1, "{pictor}:workers": 1 };
    for (const [key, score] of Object.entries(keys)) await client.zadd(key, score, "long-ago");
    await client.sadd("{pictor}:draining", "long-ago");
    await client.call("ACL", "LOG", "RESET");
    const { calls, warnings, seen } = await access(urlOf("farm"), { graphs: graphsOf(1) });
    expect(await client.call("ACL", "LOG")).toEqual([]);
    expect(calls).toEqual({ info: "done", events: "done", work: "done" });
    expect(warnings.map(({ code }) => code)).toEqual(["QUEUE_REDIS_NOT_DURABLE"]);
    expect(seen).toMatchObject(whole);
    expect(seen["sizes"]).toEqual([expect.any(Number)]);
    // The upkeep has dropped what was not used for long.
    for (const key of ["{pictor}:heads", "{pictor}:workers"])
      expect(await client.zscore(key, "long-ago"), key).toBeNull();
    expect(Number(await client.zscore("{pictor}:retired", "long-ago"))).not.toBe(1);
    expect(await client.sismember("{pictor}:draining", "long-ago")).toBe(0);
  });

  // Each has a process and a refused access of its own, and mostly waits; the longest begin.
  it.concurrent.each([
    ["redis:// at a port with TLS", (url: string) => url.replace("rediss:", "redis:")],
    [
      "rediss:// at a port without TLS",
      (url: string) => url.replace(`:${redis.tlsPort}/`, `:${redis.plainPort}/`),
    ],
  ])("says what %s can be", async (_what, change) => {
    const { calls, warnings } = await access(change(urlOf("farm")));
    const refusal = {
      code: "QUEUE_REDIS_UNREACHABLE",
      hint: expect.stringContaining("rediss:// for a port with TLS") as unknown,
    };
    expect(calls).toMatchObject({ info: refusal, events: refusal, submit: refusal });
    expect(warnings).toMatchObject([{ code: "QUEUE_REDIS_UNREACHABLE" }]);
  });

  const denied = { code: "QUEUE_REDIS_DENIED", hint: expect.stringContaining("README") as unknown };
  it.concurrent("says that the password is wrong", async () => {
    const { calls } = await access(urlOf("farm", "not-the-password"));
    const refusal = { ...denied, message: expect.stringContaining("WRONGPASS") as unknown };
    expect(calls).toMatchObject({ info: refusal, events: refusal, work: refusal, submit: refusal });
  });

  it.concurrent.each([
    ["write", "reader", "work", "'set' command"],
    ["use the keys", "elsewhere", "info", "keys"],
    ["use the channels", "channelless", "work", "channels"],
  ])("says that a user may not %s", async (_what, name, call, reason) => {
    const { calls } = await access(urlOf(name));
    expect(calls[call]).toMatchObject({ ...denied, message: expect.stringContaining(reason) as unknown });
  });

  it.concurrent("says that a user may not run scripts", async () => {
    const { calls } = await access(urlOf("scriptless"));
    expect(calls["work"]).toMatchObject(denied);
  });

  it.concurrent("says that the certificate is not trusted, and how to trust it", async () => {
    const { calls, warnings } = await access(urlOf("farm"), { authority: "" });
    const refusal = {
      code: "QUEUE_REDIS_CERTIFICATE",
      message: expect.stringContaining("certificate") as unknown,
      hint: expect.stringContaining("NODE_EXTRA_CA_CERTS") as unknown,
    };
    expect(calls).toMatchObject({ info: refusal, events: refusal, submit: refusal });
    expect(warnings).toMatchObject([{ code: "QUEUE_REDIS_CERTIFICATE" }]);
  });

  it.concurrent("says that the certificate is for another host", async () => {
    const { calls } = await access(urlOf("farm").replace("127.0.0.1", "localhost"));
    expect(calls["info"]).toMatchObject({ code: "QUEUE_REDIS_CERTIFICATE" });
  });

  it.each([
    [
      "sentinels, whose primary is killed",
      async (guard: Guard) => {
        const sentinels = await startSentinels(guard);
        return Object.assign(sentinels, { change: () => sentinels.failOver() });
      },
    ],
    [
      "a cluster, whose slot moves to a node that is killed",
      async (guard: Guard) => {
        const cluster = await startCluster(guard);
        const change = async (): Promise<void> => {
          await cluster.move("{pictor}");
          await cluster.failOver("{pictor}");
        };
        return Object.assign(cluster, { change });
      },
    ],
  ])("is enough with TLS and the users of the page of the farm for %s", async (what, start) => {
    const own = createTestFolder();
    const certificates = await createCertificates(own);
    const servers = await start(guardOf(certificates));
    onTestFinished(() => servers.close());
    const { authority } = certificates;
    const { calls, seen } = await access(servers.url, {
      graphs: graphsOf(what.length),
      authority,
      change: servers.change,
    });
    expect(calls).toEqual({ info: "done", events: "done", work: "done" });
    expect(seen).toMatchObject({ ...whole, after: "succeeded" });
    for (const port of servers.ports) expect(await refusedBy(port), String(port)).toEqual([]);
  });
});
