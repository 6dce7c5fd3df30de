// A farm whose servers, workers and hosts are processes of the command, which can be killed, stopped and started again.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { userVariables } from "@pictor/host/testing";
import { commandLine } from "../../../cli/testing/command-line.js";
import { freePort } from "../../free-port.test.support.js";

interface ProcessOptions {
  readonly name: string;
  readonly words: readonly string[];
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  /** What stands in the line of its output that says that it is ready. */
  readonly ready: string;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** A process of the command. After its end it can be started again, with the same arguments. */
export class CommandProcess {
  readonly name: string;
  private readonly options: ProcessOptions;
  private child: ChildProcess | undefined;
  private isWanted = false;

  constructor(options: ProcessOptions) {
    this.name = options.name;
    this.options = options;
  }

  /** Resolves when the process is ready. */
  async start(): Promise<void> {
    const { name, words, folder, variables, ready } = this.options;
    this.isWanted = true;
    const child = spawn(process.execPath, [...commandLine, ...words], {
      cwd: folder,
      env: { ...process.env, ...userVariables(join(folder, name)), ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    const newest: string[] = [];
    await new Promise<void>((resolve, reject) => {
      for (const output of [child.stdout, child.stderr])
        createInterface({ input: output }).on("line", (line) => {
          newest.splice(0, newest.length - 20);
          newest.push(line);
          if (line.includes(ready)) resolve();
        });
      child.once("exit", (code, signal) =>
        reject(
          new Error([`${name} has ended with ${code ?? signal} before it was ready`, ...newest].join("\n")),
        ),
      );
    });
  }

  /** Whether the process has ended although nobody has ended it. */
  get hasFailed(): boolean {
    return this.isWanted && this.child !== undefined && hasEnded(this.child);
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.child?.kill(signal);
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { child } = this;
    this.isWanted = false;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  /** Ends the process, and starts it again. */
  async restart(signal: "SIGTERM" | "SIGKILL" = "SIGKILL"): Promise<void> {
    await this.end(signal);
    await this.start();
  }
}

export interface FarmOptions {
  readonly folder: string;
  readonly redisUrl: string;
  readonly counts: { readonly servers: number; readonly hosts: number };
  readonly lockSeconds: number;
  readonly lostSeconds: number;
}

export interface CommandFarm {
  readonly servers: readonly CommandProcess[];
  /** A worker for each server. */
  readonly workers: readonly CommandProcess[];
  readonly hosts: readonly CommandProcess[];
  /** The addresses at which the hosts speak ComfyUI's protocol. */
  readonly gateways: readonly string[];
  /** The folder of the store. */
  readonly store: string;
  all(): readonly CommandProcess[];
  /** The names of all files that the servers have saved. */
  savedFiles(): readonly string[];
}

/** Describes the farm, and starts nothing. */
export async function describeFarm(options: FarmOptions): Promise<CommandFarm> {
  const { folder, redisUrl, counts, lockSeconds, lostSeconds } = options;
  const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
  const ports = (count: number): Promise<readonly number[]> => Promise.all(indexes(count).map(freePort));
  const [serverPorts, gatewayPorts] = [await ports(counts.servers), await ports(counts.hosts)];
  const config = join(folder, "farm.json");
  const store = join(folder, "store");
  const studios = serverPorts.map((port, index) => [
    `studio-${index}`,
    { kind: "remote", baseUrl: `http://127.0.0.1:${port}/` },
  ]);
  const farm = { kind: "queue", redis: { $env: "PICTOR_TEST_REDIS_URL" }, lockSeconds, lostSeconds };
  writeFileSync(
    config,
    JSON.stringify({
      backends: { farm: { ...farm, store: { folder: store } }, ...Object.fromEntries(studios) },
    }),
  );
  const variables = { PICTOR_TEST_REDIS_URL: redisUrl, PICTOR_TRUST: "1" };
  const command = (name: string, ready: string, ...words: readonly string[]): CommandProcess => {
    mkdirSync(join(folder, name), { recursive: true });
    return new CommandProcess({ name, words: [...words, "--json"], folder, variables, ready });
  };
  const filesOf = (index: number): string => join(folder, `files-${index}`);
  const servers = serverPorts.map((port, index) =>
    command(
      ...([`server-${index}`, '"type":"ready"', "backend", "serve"] as const),
      ...["--port", String(port), "--preview-method", "none", "--directory", filesOf(index)],
    ),
  );
  const workers = serverPorts.map((_, index) =>
    command(
      ...([`worker-${index}`, '"event":"ready"', "worker", "--config", config] as const),
      ...["--backend", `studio-${index}`, "--queue", "farm", "--name", `gpu-${index}`],
    ),
  );
  const hosts = gatewayPorts.map((port, index) =>
    command(
      ...([`host-${index}`, '"type":"ready"', "serve", "--config", config] as const),
      ...["--port", "0", "--comfy", `${port}=farm`, "--detach"],
    ),
  );
  return {
    servers,
    workers,
    hosts,
    gateways: gatewayPorts.map((port) => `http://127.0.0.1:${port}`),
    store,
    all: () => [...servers, ...workers, ...hosts],
    savedFiles: () => serverPorts.flatMap((_, index) => readdirSync(join(filesOf(index), "output"))),
  };
}
