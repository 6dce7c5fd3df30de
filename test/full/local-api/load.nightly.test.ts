// 200 clients and 2,000 jobs with random disconnects and cancellations: each job has one verdict, and the server holds afterwards
// what it held before. The test needs several minutes of a machine that does nothing else.

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { WebSocket } from "ws";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { isEnded, type Job } from "@pictor/client";
import { seed } from "../../rounds.test.support.js";
import type { Held, Hello } from "./load-server.test.support.js";

const readers = 20;
const scripts = 180;
const jobs = 2_000;

let backend: EmbeddedServer;
let child: ChildProcess;
let folder: string;
let stderr = "";
let hello: Hello;
let repeated = 0;
const stopping = new AbortController();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pictor-load-"));
  backend = await startEmbeddedServer({ previews: "none" });
  const program = join(import.meta.dirname, "load-server.test.support.ts");
  child = fork(program, [folder, backend.url], {
    execArgv: ["--expose-gc", "--conditions=@pictor/source", "--import", "tsx"],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  [hello] = (await once(child, "message")) as [Hello];
});
afterAll(async () => {
  stopping.abort();
  child.kill("SIGKILL");
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

async function held(): Promise<Held> {
  const answered = once(child, "message");
  child.send("held");
  return ((await answered) as [Held])[0];
}

/** Random numbers from the seed of the run, others for each client. */
function random(client: number): (below: number) => number {
  const [numbers = []] = fc.sample(fc.array(fc.nat(1_000_000), { minLength: 200, maxLength: 200 }), {
    seed: seed + client,
    numRuns: 1,
  });
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % below;
}

/** Tokens for the clients, since each may have twenty sockets. */
async function newToken(name: string): Promise<string> {
  const reply = await ask("/v1/tokens", hello.token, { name, scopes: ["read", "generate"] });
  return ((await reply.json()) as { readonly token: string }).token;
}
/** A request whose connection was lost before the answer is repeated: the server ends connections that are idle. */
async function ask(
  path: string,
  token: string,
  body?: object,
  { headers, signal }: { readonly headers?: Readonly<Record<string, string>>; signal?: AbortSignal } = {},
): Promise<Response> {
  for (let repeats = 3; ; repeats--) {
    try {
      return await fetch(hello.url + path, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    } catch (error) {
      if (signal?.aborted === true || repeats === 0) throw error;
      repeated++;
    }
  }
}

/** The lines of server-sent events until the signal is aborted, or the connection ends. */
async function readLines(
  path: string,
  token: string,
  signal: AbortSignal,
  take: (line: string) => void,
): Promise<void> {
  try {
    const reply = await ask(path, token, undefined, { signal });
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(line);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A client that reads all events, and is cut off again and again. */
async function readAll(client: number, token: string, ended: AbortSignal): Promise<void> {
  const pick = random(client);
  while (!ended.aborted) {
    const cut = AbortSignal.any([ended, AbortSignal.timeout(200 + pick(1_500))]);
    if (client % 2 === 0) await readLines("/v1/events", token, cut, () => undefined);
    else {
      const headers = { Authorization: `Bearer ${token}` };
      const socket = new WebSocket(`${hello.url.replace("http", "ws")}/v1/events/socket`, { headers });
      socket.on("error", () => undefined);
      cut.addEventListener("abort", () => {
        // One goes with a close frame, the other without a word.
        if (pick(2) === 0) socket.close();
        else socket.terminate();
      });
      // Not `once` of node:events, which rejects when a handshake is cut off.
      await new Promise((resolve) => socket.on("close", resolve));
    }
  }
}

/** Submits with a key; some submissions are cut off, and repeated. */
async function submit(
  token: string,
  key: string,
  pick: (below: number) => number,
  isCancelled: boolean,
): Promise<Job> {
  // A job that is cancelled takes longer than the cancellation.
  const steps = isCancelled ? 100 : 1 + pick(3);
  const params = { prompt: key, width: 64, height: 64, steps, seed: "1" };
  const body = { workflow: "txt2img", params };
  const headers = { "Idempotency-Key": key };
  const send = async (more: Parameters<typeof ask>[3]): Promise<Job> => {
    const reply = await ask("/v1/jobs", token, body, { ...more, headers: { ...headers, ...more?.headers } });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as Job;
  };
  /** The client knows nothing of a submission that was cut off. */
  const sendUntil = (ms: number, more: Parameters<typeof ask>[3] = {}): Promise<Job | undefined> =>
    send({ ...more, signal: AbortSignal.timeout(ms) }).catch(() => undefined);
  if (pick(5) === 0) await sendUntil(pick(20));
  const waits = !isCancelled && pick(3) === 0 ? { headers: { Prefer: "wait=60" } } : {};
  return (await sendUntil(pick(4) === 0 ? 50 : 100_000, waits)) ?? (await send({}));
}

interface Verdict {
  readonly id: string;
  readonly isCancelled: boolean;
}

/** A client that runs its jobs one after another, follows some of them, and cancels some. */
async function runJobs(
  client: number,
  token: string,
  count: number,
  verdicts: Verdict[],
  ended: (id: string) => Promise<void>,
): Promise<void> {
  const pick = random(client);
  for (let index = 0; index < count; index++) {
    const isCancelled = pick(5) === 0;
    const { id } = await submit(token, `client ${client}, job ${index}`, pick, isCancelled);
    const leaving = new AbortController();
    const following =
      pick(2) === 0
        ? readLines(`/v1/events?job=${id}`, token, leaving.signal, () => {
            if (pick(4) === 0) leaving.abort();
          })
        : Promise.resolve();
    if (isCancelled) {
      await wait(pick(30));
      await (await ask(`/v1/jobs/${id}/cancel`, token, {})).arrayBuffer();
    }
    await ended(id);
    leaving.abort();
    await following;
    verdicts.push({ id, isCancelled });
  }
}

/** Everything that the server says about the ends of jobs, to one client that is never cut off. */
function watchResults(signal: AbortSignal) {
  const results = new Map<string, string[]>();
  const waiting = new Map<string, () => void>();
  const watching = readLines("/v1/events?types=result", hello.token, signal, (line) => {
    if (line === "event: reset") throw new Error("the client that watches the results was too slow");
    if (!line.startsWith("data: ")) return;
    const { jobId, status } = JSON.parse(line.slice("data: ".length)) as Record<string, string | undefined>;
    if (jobId === undefined || status === undefined) return;
    results.set(jobId, [...(results.get(jobId) ?? []), status]);
    waiting.get(jobId)?.();
  });
  const ended = (id: string): Promise<void> =>
    new Promise((resolve) => {
      if (results.has(id)) resolve();
      else waiting.set(id, resolve);
    });
  return { results, watching, ended };
}

it("each job has one verdict, none is lost, and nothing is left", async () => {
  const { results, watching, ended } = watchResults(stopping.signal);
  const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => newToken(`clients ${index}`)));
  const tokenOf = (client: number): string => tokens[client % tokens.length] ?? "";

  // The lists of the server are full, and its code is compiled, after the first jobs.
  const first: Verdict[] = [];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => runJobs(1_000 + index, tokenOf(index), 15, first, ended)),
  );
  const before = await held();

  const leaving = new AbortController();
  const reading = Array.from({ length: readers }, (_, index) =>
    readAll(index, tokenOf(index), leaving.signal),
  );
  const verdicts: Verdict[] = [];
  await Promise.all(
    Array.from({ length: scripts }, (_, index) => {
      const count = Math.floor(jobs / scripts) + (index < jobs % scripts ? 1 : 0);
      return runJobs(readers + index, tokenOf(index), count, verdicts, ended);
    }),
  );
  leaving.abort();
  await Promise.all(reading);

  const twice = [...results.keys()].filter((id) => ![...first, ...verdicts].some((one) => one.id === id));
  if (twice.length > 0) console.log(`jobs of no client: ${twice.join()}; ${repeated} requests repeated`);
  const ids = new Set(verdicts.map(({ id }) => id));
  expect([verdicts.length, ids.size, results.size]).toEqual([jobs, jobs, jobs + first.length]);
  const wrong = [...results].filter(([, statuses]) => statuses.length !== 1);
  expect(wrong).toEqual([]);
  for (const { id, isCancelled } of [...first, ...verdicts])
    expect(isCancelled ? ["interrupted", "finished"] : ["finished"]).toContain(results.get(id)?.[0]);
  expect(verdicts.some(({ id }) => results.get(id)?.[0] === "interrupted")).toBe(true);
  const page = await ask("/v1/jobs?limit=100", hello.token);
  const { jobs: newest } = (await page.json()) as { readonly jobs: readonly Job[] };
  expect(newest.map((job) => [isEnded(job), job.state])).toEqual(
    newest.map(({ id }) => [true, results.get(id)?.[0]]),
  );
  const queue = (await (await fetch(new URL("queue", backend.url))).json()) as object;
  expect(Object.values(queue).flat()).toEqual([]);

  // Connections that both sides keep for the next request end after some seconds.
  const isBack = ({ sockets, timers }: Held): boolean => sockets <= before.sockets && timers <= before.timers;
  let after = await held();
  for (let turn = 0; turn < 40 && !isBack(after); turn++) {
    await wait(500);
    after = await held();
  }
  console.log(
    `before ${JSON.stringify(before)}, after ${JSON.stringify(after)}; ${repeated} requests repeated`,
  );
  expect([after.sockets <= before.sockets, after.timers <= before.timers]).toEqual([true, true]);
  expect(after.heapMegabytes / before.heapMegabytes).toBeLessThan(1.2);
  stopping.abort();
  await watching;
  const exited = once(child, "exit");
  child.send("close");
  expect(((await exited) as [number | null])[0]).toBe(0);
  expect(stderr).toBe("");
});
