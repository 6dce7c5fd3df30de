// The local API: what it adds to a job, how many events it hands to its readers, and how soon it answers after its start.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chain } from "./generation/fake-catalog.mjs";
import { amount, median, takeTurns } from "./measure.mjs";
import { importBundle, importPackage } from "./packages.mjs";
import { start } from "./processes.mjs";
import { startServe } from "./start-serve.mjs";
import { printTable } from "./table.mjs";

const rounds = amount(15);
const jobsPerRound = amount(20, 3);

const repeat = async (run) => {
  const times = [];
  while (times.length < jobsPerRound) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return median(times);
};

async function overheadOfJobs(folder, backendUrl) {
  const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
  const backends = { fake: { kind: "remote", baseUrl: backendUrl } };
  const graph = join(folder, "graph.json");
  const request = { workflow: "custom", backend: "fake", params: { graph } };
  const configuration = await loadConfiguration({
    directory: folder,
    flags: { backends, outputs: { directory: folder } },
  });
  const pictor = await createPictor({ configuration });
  const served = await startServe(folder);
  const headers = {
    Authorization: `Bearer ${served.token}`,
    "Content-Type": "application/json",
    Prefer: "wait=30",
  };
  const body = JSON.stringify(request);
  const results = await takeTurns(
    {
      kernel: () => repeat(async () => void (await pictor.generate(request).result)),
      api: () =>
        repeat(async () => {
          const reply = await fetch(`${served.url}/v1/jobs`, { method: "POST", headers, body });
          const job = await reply.json();
          if (job.state !== "finished") throw new Error(JSON.stringify(job.error ?? job));
        }),
    },
    rounds,
  );
  await pictor.dispose();
  await served.close();
  const added = median(results.api.map((ms, round) => ms - results.kernel[round]));
  return { kernel: median(results.kernel), api: median(results.api), added, firstByte: served.ms };
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-"));
  const backend = await start(import.meta.url, "./generation/fake-server.mjs");
  try {
    writeFileSync(join(folder, "graph.json"), JSON.stringify(chain(3)));
    writeFileSync(
      join(folder, "pictor.json"),
      JSON.stringify({ backends: { fake: { kind: "remote", baseUrl: backend.hello } } }),
    );
    const { kernel, api, added, firstByte } = await overheadOfJobs(folder, backend.hello);
    printTable(
      `A job over the local API, ${rounds * jobsPerRound} one after another (goal + 2 ms)`,
      ["", "p50 ms"],
      [
        ["the kernel in the same process", kernel.toFixed(2)],
        ["the local API", api.toFixed(2)],
        ["added", added.toFixed(2)],
      ],
    );
    const { readByMany } = await importBundle("event-readers.ts");
    const events = amount(50_000, 1_000);
    await readByMany(50, 1_000);
    const before = process.memoryUsage().heapUsed;
    const { ms } = await readByMany(50, events);
    const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    printTable(
      "Events, to 50 readers",
      ["", ""],
      [
        ["events/s, each framed for every reader", Math.round((events / ms) * 1000)],
        ["heap MiB more afterwards", grown.toFixed(1)],
        ["pictor serve: ms from its start to the first answer (goal 300)", Math.round(firstByte)],
      ],
    );
  } finally {
    backend.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
