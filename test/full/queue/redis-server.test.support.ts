// A real redis-server of the tests, on a free loopback port, with an append-only file in a folder of its own.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createTestFolder } from "@pictor/host/testing";
import { Redis } from "ioredis";
import { freePort } from "../../free-port.test.support.js";

/** The program: Valkey's where it is named, else Redis's. */
const program = process.env["PICTOR_REDIS_SERVER"] ?? "redis-server";

export const hasRedis = spawnSync(program, ["--version"]).status === 0;
/** Why a test is skipped. */
export const withoutRedis = hasRedis ? "" : " (skipped: redis-server is not installed)";

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    socket.write("PING\r\n");
    const [reply] = (await once(socket, "data")) as [Buffer];
    // A user that is off is asked for a password by a server that is ready.
    return /^(?:\+PONG|-NOAUTH)/.test(reply.toString());
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends the process by this signal, and resolves when it has ended. */
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts the process again, with the same file. */
  start(): Promise<void>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** `durable` writes each command to the disk before its reply; `settings` are the lines of a file of settings. */
export async function startRedis({
  durable = false,
  arguments: more = [],
  settings: lines,
}: {
  readonly durable?: boolean;
  readonly arguments?: readonly string[];
  readonly settings?: readonly string[];
} = {}): Promise<RedisServer> {
  const folder = createTestFolder();
  const port = await freePort();
  const file = lines === undefined ? [] : [join(folder, "redis.conf")];
  for (const path of file) await writeFile(path, `${lines?.join("\n") ?? ""}\n`);
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const settings = durable ? ["--appendonly", "yes", "--appendfsync", "always"] : [];
    child = spawn(
      program,
      [
        ...file,
        ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""],
        ...[...settings, ...more],
      ],
      { stdio: "ignore" },
    );
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`redis-server has ended with ${child.exitCode}`);
      await delay(20);
    }
  };
  const stop = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}/0`,
    port,
    start,
    stop,
    async close() {
      await stop("SIGKILL");
    },
  };
}

/** A server, with a client for the tests' own commands. */
export async function startRedisAndClient(): Promise<
  Pick<RedisServer, "url" | "close"> & { readonly client: Redis }
> {
  const { url, close } = await startRedis();
  const client = new Redis(url, { maxRetriesPerRequest: null });
  return {
    url,
    client,
    async close() {
      client.disconnect();
      await close();
    },
  };
}

/** How many commands a server has carried out, without those that ask for it. */
export const callsOf = async (client: Redis): Promise<number> =>
  [...(await client.info("commandstats")).matchAll(/^cmdstat_(?!info|client)[^:]+:calls=(\d+)/gm)].reduce(
    (sum, [, figure]) => sum + Number(figure),
    0,
  );
