// A program that runs many jobs through one client while the server drops connections. Its last line is JSON.
// Arguments: the server's address, a folder for the images, the number of jobs.

import { join } from "node:path";
import { createPictor, loadConfiguration } from "@pictor/host";
import { collectGarbage } from "../collect-garbage.test.support.js";

const [url = "", directory = "", jobs = "1000"] = process.argv.slice(2);
const plugins = ["backend-remote", "workflow-txt2img", "output-files"];
const together = 4;

const pictor = await createPictor({
  builtins: "none",
  plugins: plugins.map((name) => ({
    kind: "directory",
    path: join(import.meta.dirname, "../../../plugins", name),
  })),
  configuration: await loadConfiguration({
    directory,
    flags: { backend: "studio", backends: { studio: { kind: "remote", baseUrl: url } } },
  }),
});

/** Megabytes in use after garbage collection. */
async function memory(): Promise<{ readonly heap: number; readonly rss: number }> {
  await collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: Math.round(heapUsed / 1e5) / 10, rss: Math.round(rss / 1e5) / 10 };
}

const endings: Record<string, number> = {};
const paths: string[] = [];
const problems: Record<string, number> = {};
const measured: { readonly jobs: number; readonly heap: number; readonly rss: number }[] = [];
let started = 0;

async function work(): Promise<void> {
  while (started < Number(jobs)) {
    started += 1;
    const params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2, seed: String(started) };
    const generation = pictor.generate({ workflow: "txt2img", params, directory });
    if (started % 200 === 0) measured.push({ jobs: started, ...(await memory()) });
    const result = await generation.result;
    endings[result.status] = (endings[result.status] ?? 0) + 1;
    if (result.status === "failed") problems[result.error.what] = (problems[result.error.what] ?? 0) + 1;
    for (const { code } of result.problems) problems[code] = (problems[code] ?? 0) + 1;
    for (const { path } of result.outputs) if (path !== undefined) paths.push(path);
  }
}

await Promise.all(Array.from({ length: together }, work));
await pictor.dispose();
measured.push({ jobs: started, ...(await memory()) });
console.log(
  JSON.stringify({ endings, problems, saved: paths.length, distinct: new Set(paths).size, measured }),
);
