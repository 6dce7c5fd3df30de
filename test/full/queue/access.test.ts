// A queue over a real Redis with TLS, for a user that has the rights of the README alone; and what is said when access fails.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Redis } from "ioredis";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccessReport, AccessTask } from "./access-process.test.support.js";
import { bundleFarm } from "./bundle.test.support.js";
import { startTlsRedis, withoutTls, type TlsRedis } from "./tls-redis.test.support.js";

const secret = "pass-7f2e";
const readme = readFileSync(join(import.meta.dirname, "../../../plugins/backend-queue/README.md"), "utf8");
/** The keys, channels and commands of the section "Redis". */
const rights = [...(/A Redis user \(ACL\) needs([^]*?)\n\n/.exec(readme)?.[1] ?? "").matchAll(/`([^`]+)`/g)]
  .map(([, words = ""]) => words.replace(/\s+/g, " "))
  .join(" ");
const user = (name: string, words: string): string => `user ${name} on >${secret} ${words}`;

describe.skipIf(withoutTls !== "")(`access to Redis${withoutTls}`, { timeout: 60_000 }, () => {
  let redis: TlsRedis;
  let server: EmbeddedServer;
  let folder: string;
  let bundle: ReturnType<typeof bundleFarm>;
  let admin: Redis;
  beforeAll(async () => {
    bundle = bundleFarm("access-process.test.support.ts");
    redis = await startTlsRedis([
      user("admin", "~* &* +@all"),
      user("farm", rights),
      user("reader", "~{pictor}:* &{pictor}:* +@read +@connection +info"),
      user("scriptless", `${rights} -@scripting`),
      user("channelless", rights.replace(/&\S+/, "resetchannels")),
      user("elsewhere", rights.replace("~{pictor}:*", "~{another}:*")),
    ]);
    server = await startEmbeddedServer();
    folder = await mkdtemp(join(tmpdir(), "pictor-access-"));
    const tls = { ca: await readFile(redis.authority, "utf8") };
    admin = new Redis(redis.tlsPort, "127.0.0.1", { tls, username: "admin", password: secret });
  });
  afterAll(async () => {
    admin.disconnect();
    bundle.remove();
    await server.close();
    await redis.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the process. Fails if a password is in what it prints. */
  const access = async (
    url: string,
    {
      graphs,
      isTrusted = true,
    }: { readonly graphs?: AccessTask["graphs"]; readonly isTrusted?: boolean } = {},
  ): Promise<AccessReport> => {
    const farm = { role: "host", folder, prefix: "pictor", lockSeconds: 1, lostSeconds: 2 } as const;
    const task: AccessTask = {
      farm: { ...farm, name: "worker", server: server.url },
      ...(graphs !== undefined && { graphs }),
    };
    const { NODE_EXTRA_CA_CERTS: _own, ...environment } = process.env;
    const child = spawn(process.execPath, [bundle.script], {
      env: {
        ...environment,
        PICTOR_ACCESS_TASK: JSON.stringify(task),
        PICTOR_TEST_REDIS_URL: url,
        ...(isTrusted && { NODE_EXTRA_CA_CERTS: redis.authority }),
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 50_000,
    });
    const [out, error, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    expect({ code: code as unknown, error }).toEqual({ code: 0, error: "" });
    expect(out).not.toContain(secret);
    expect(out).not.toContain("not-the-password");
    return JSON.parse(out) as AccessReport;
  };
  const urlOf = (name: string, password = secret): string =>
    `rediss://${name}:${password}@127.0.0.1:${redis.tlsPort}/0`;

  it("is enough with TLS and the rights of the README", async () => {
    const keys = { "{pictor}:heads": "+inf", "{pictor}:retired": 1, "{pictor}:workers": 1 };
    for (const [key, score] of Object.entries(keys)) await admin.zadd(key, score, "long-ago");
    await admin.sadd("{pictor}:draining", "long-ago");
    await admin.call("ACL", "LOG", "RESET");
    const quick = exampleGraph({ seed: 1 }) as Graph;
    const slow = exampleGraph({ seed: 2, steps: 1_000, width: 512, height: 512 }) as Graph;
    const { calls, warnings, seen } = await access(urlOf("farm"), { graphs: { quick, slow } });
    expect(await admin.call("ACL", "LOG")).toEqual([]);
    expect(calls).toEqual({ info: "done", events: "done", work: "done" });
    expect(warnings.map(({ code }) => code)).toEqual(["QUEUE_REDIS_NOT_DURABLE"]);
    expect(seen).toMatchObject({
      made: "succeeded",
      arrived: ["started", "progress", "preview", "output"],
      waiting: "queued",
      removed: "removed",
      interrupting: "interrupting",
      interrupted: "interrupted",
      status: { members: [{ name: "worker", state: "ready" }], owners: [] },
    });
    expect(seen["sizes"]).toEqual([expect.any(Number)]);
    // The upkeep has dropped what was not used for long.
    for (const key of ["{pictor}:heads", "{pictor}:workers"])
      expect(await admin.zscore(key, "long-ago"), key).toBeNull();
    expect(Number(await admin.zscore("{pictor}:retired", "long-ago"))).not.toBe(1);
    expect(await admin.sismember("{pictor}:draining", "long-ago")).toBe(0);
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
    const { calls, warnings } = await access(urlOf("farm"), { isTrusted: false });
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
});
