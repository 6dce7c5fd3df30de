// A process of a farm: a worker beside a server, or a host that submits prompts. Its only argument says which, as JSON.

import { PictorError, type Backend, type Graph } from "@pictor/kernel";
import { createPictor, loadConfiguration, type Pictor } from "@pictor/host";
import queueManifest from "../../../plugins/backend-queue/plugin.json" with { type: "json" };
import queue from "../../../plugins/backend-queue/index.js";
import remoteManifest from "../../../plugins/backend-remote/plugin.json" with { type: "json" };
import remote from "../../../plugins/backend-remote/index.js";

export interface FarmTask {
  readonly role: "worker" | "host";
  readonly folder: string;
  readonly prefix: string;
  readonly lockSeconds: number;
  readonly lostSeconds: number;
  /** The worker's name, and the address of its server. */
  readonly name: string;
  readonly server?: string;
  /** The numbers of the prompts that a host submits. */
  readonly from?: number;
  readonly to?: number;
}

export const promptIdOf = (number: number): string => `prompt-${String(number).padStart(5, "0")}`;
/** A small graph whose image is different for each number. */
export const graphOf = (number: number): Graph => ({
  "1": { class_type: "EmptyImage", inputs: { width: 8, height: 8, batch_size: 1, color: number } },
  "2": { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: promptIdOf(number) } },
});

const isTemporary = (error: unknown): boolean =>
  error instanceof PictorError && ["BACKEND_UNREACHABLE", "BACKEND_REPLY"].includes(error.base);

async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Submits as the kernel does: a prompt whose submission has an unknown outcome is looked up before it is submitted again. */
async function submitOnce(backend: Backend, number: number): Promise<void> {
  const promptId = promptIdOf(number);
  for (;;) {
    if ((await repeat(() => backend.state(promptId))).state !== "unknown") return;
    try {
      await backend.submit({ promptId, graph: graphOf(number), owner: `owner-${number % 5}` });
      return;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export async function openFarm(task: FarmTask): Promise<Pictor> {
  const { folder, prefix, lockSeconds, lostSeconds, server } = task;
  return createPictor({
    builtins: "none",
    plugins: [
      { kind: "inline", manifest: queueManifest, plugin: queue },
      { kind: "inline", manifest: remoteManifest, plugin: remote },
    ],
    configuration: await loadConfiguration({
      directory: folder,
      flags: {
        backends: {
          farm: {
            kind: "queue",
            redis: { $env: "PICTOR_TEST_REDIS_URL" },
            store: { folder: `${folder}/store` },
            prefix,
            lockSeconds,
            lostSeconds,
          },
          ...(server !== undefined && { studio: { kind: "remote", baseUrl: server } }),
        },
      },
    }),
  });
}

export async function runTask(task: FarmTask): Promise<void> {
  const pictor = await openFarm(task);
  const { backend } = await pictor.openBackend("farm");
  if (task.role === "host") {
    const numbers = Array.from(
      { length: (task.to ?? 0) - (task.from ?? 0) },
      (_, at) => (task.from ?? 0) + at,
    );
    const next = async (): Promise<void> => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
        await submitOnce(backend, number);
    };
    await Promise.all([next(), next(), next(), next()]);
    process.stdout.write("submitted\n");
  } else {
    const drain = new AbortController();
    process.on("SIGTERM", () => drain.abort());
    const { backend: studio } = await pictor.openBackend("studio");
    await backend.facets.work?.work(studio, {
      name: task.name,
      drain: drain.signal,
      signal: new AbortController().signal,
      report(event) {
        process.stdout.write(`${JSON.stringify({ type: event.type })}\n`);
      },
    });
  }
  await pictor.dispose();
}

const argument = process.env["PICTOR_FARM_TASK"];
if (argument !== undefined) await runTask(JSON.parse(argument) as FarmTask);
