// `npm run bench [-- NAME ...]`: prints figures of the build in dist/. A benchmark that throws fails the run; so do the limits of
// kernel-size, and a case of the scorecard that could not be made. `--quick` runs one short round of everything, in every mode.

import { availableParallelism, cpus } from "node:os";
import { inFolder } from "./folders.js";
import { isQuick } from "./measure.js";

interface Benchmark {
  run(parameters: readonly string[]): Promise<void> | void;
  /** What `--quick` runs in place of `run`. */
  readonly runQuick?: () => Promise<void>;
}
type Load = () => Promise<Benchmark>;

const benchmarks: Readonly<Record<string, Load>> = {
  hooks: () => import("./hooks.js"),
  send: () => import("./send.js"),
  compressed: () => import("./compressed.js"),
  "cold-start": () => import("./cold-start.js"),
  "first-image": () => import("./first-image.js"),
  "kernel-size": () => import("./kernel-size.js"),
  workflows: () => import("./workflows.js"),
  managed: () => import("./managed.js"),
  serve: () => import("./serve/serve.js"),
  gallery: () => import("./gallery.js"),
  gateway: () => import("./gateway/gateway.js"),
  pool: () => import("./pool/pool.js"),
  panel: () => import("./panel.js"),
  queue: () => import("./queue/queue.js"),
};
/**
 * These compare with other clients, whose first installation needs the network. They run only if they are named, or
 * with `--quick`.
 */
const byNameOnly: Readonly<Record<string, Load>> = {
  generation: () => import("./generation/generation.js"),
  scorecard: () => import("./scorecard/scorecard.js"),
  "pool-clients": () => import("./gateway/pool-clients.js"),
};
const all = new Map(Object.entries({ ...benchmarks, ...byNameOnly }));

const given = process.argv.slice(2).filter((argument) => argument !== "--quick");
/** The arguments after the name of a benchmark with parameters belong to it. */
const takesParameters = Object.hasOwn(byNameOnly, given[0] ?? "");
const wanted = takesParameters ? given.slice(0, 1) : given;
const parameters = takesParameters ? given.slice(1) : [];
const unknown = wanted.filter((name) => !all.has(name));

/** Runs benchmarks one after another. Returns the names of those that failed. */
async function runAll(names: readonly string[]): Promise<readonly string[]> {
  const machine = `node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown processor"}`;
  (given.includes("--json") ? console.error : console.log)(machine);
  const failed: string[] = [];
  for (const name of names) {
    const started = performance.now();
    try {
      const benchmark = await all.get(name)?.();
      if (isQuick && parameters.length === 0 && benchmark?.runQuick) await benchmark.runQuick();
      else await benchmark?.run(parameters);
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
    if (isQuick) console.error(`\n(${name}: ${((performance.now() - started) / 1000).toFixed(1)} s)`);
  }
  return failed;
}

if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${[...all.keys()].join(", ")}.`);
  process.exitCode = 2;
} else {
  const names = wanted.length > 0 ? wanted : isQuick ? [...all.keys()] : Object.keys(benchmarks);
  // Processes that are killed leave their files behind; all of them are below one folder.
  const failed = await inFolder((folder) => {
    process.env["TMPDIR"] = folder;
    return runAll(names);
  });
  if (isQuick) console.log("\nWith --quick the figures mean nothing.");
  else if (wanted.length === 0)
    console.log(
      `\nNot run: ${Object.keys(byNameOnly).join(", ")}. They compare with other clients, which they install first; name them.`,
    );
  if (failed.length > 0) {
    console.error(`\nThese benchmarks failed: ${failed.join(", ")}.`);
    // A benchmark that failed may have left servers open, for which the process would wait.
    process.exit(1);
  }
}
