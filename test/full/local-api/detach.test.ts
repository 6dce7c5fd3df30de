// `pictor serve` as a process of its own: Ctrl-C cancels its jobs; with --detach it leaves them, and the next start follows them.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { createClient, isEnded, type Job, type Client } from "@pictor/client";

const root = join(import.meta.dirname, "../../..");

let backend: EmbeddedServer;
beforeAll(async () => {
  backend = await startEmbeddedServer({ previews: "none" });
});
afterAll(() => backend.close());

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-detach-"));
  const backends = { farm: { kind: "remote", baseUrl: backend.url } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backend: "farm", backends }));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Served {
  readonly client: Client;
  /** Sends SIGINT. Resolves to the exit code, and to what the process has written to stderr. */
  interrupt(): Promise<readonly [number | null, string]>;
}

async function serve(...options: readonly string[]): Promise<Served> {
  const command = [
    "--conditions=@pictor/source",
    "--import",
    join(root, "node_modules/tsx/dist/esm/index.mjs"),
  ];
  const parameters = [...command, join(root, "cli/main.ts"), "serve", "--port", "0", "--json", ...options];
  const env = { ...process.env, PICTOR_TRUST: "1", XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(process.execPath, parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
  return {
    client: createClient({ url, token }),
    async interrupt() {
      const exited = once(child, "exit");
      child.kill("SIGINT");
      const [code] = (await exited) as [number | null];
      return [code, errors];
    },
  };
}

const params = { prompt: "a kite", width: 512, height: 512, steps: 10_000, seed: "1" };

async function until(client: Client, id: string, fits: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await client.calls.readJob({ params: { id } });
    if (fits(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const isRunning = ({ state }: Job): boolean => state === "running";

const queued = async (): Promise<number> => {
  const reply = await fetch(new URL("queue", backend.url));
  return Object.values((await reply.json()) as Record<string, readonly unknown[]>).flat().length;
};

describe("Ctrl-C on pictor serve", () => {
  it("cancels its jobs", async () => {
    const { client, interrupt } = await serve();
    const { id } = await client.calls.submitJob({ body: { workflow: "txt2img", params } });
    await until(client, id, isRunning);
    const [code, errors] = await interrupt();
    expect([code, errors]).toEqual([0, expect.anything()]);
    expect(errors).toContain("Cancelling the running jobs");
    expect(await queued()).toBe(0);
    const next = await serve();
    expect(await next.client.calls.readJob({ params: { id } })).toMatchObject({ state: "interrupted" });
    await next.interrupt();
  });

  it("with --detach leaves them on their backend, and the next start follows them", async () => {
    const { client, interrupt } = await serve("--detach");
    const { id } = await client.calls.submitJob({ body: { workflow: "txt2img", params } });
    await until(client, id, isRunning);
    const [code, errors] = await interrupt();
    expect([code, errors]).toEqual([0, expect.anything()]);
    expect(errors).toContain("The running jobs go on at their backends");
    expect(await queued()).toBe(1);
    const next = await serve();
    await until(next.client, id, isRunning);
    await next.client.calls.cancelJob({ params: { id }, body: {} });
    expect(await until(next.client, id, isEnded)).toMatchObject({ state: "interrupted", by: "caller" });
    expect(await queued()).toBe(0);
    await next.interrupt();
  });
});
