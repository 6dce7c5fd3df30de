// `npm run bench [-- NAME ...]`: prints figures of the build in dist/. A benchmark that throws, a cell that is broken, and the
// limits of kernel-size fail the run.
// `--quick` runs one short round of everything that needs no other client, to show that the benchmarks run.

import { availableParallelism, cpus } from "node:os";
import { isQuick } from "./measure.mjs";
import { isBuilt } from "./packages.mjs";

/** The module of each benchmark. */
const benchmarks = {
  hooks: "./hooks.mjs",
  send: "./send.mjs",
  "cold-start": "./cold-start.mjs",
  "first-image": "./first-image.mjs",
  "kernel-size": "./kernel-size.mjs",
  workflows: "./workflows.mjs",
  managed: "./managed.mjs",
  serve: "./serve/serve.mjs",
  gallery: "./gallery.mjs",
  gateway: "./gateway/gateway.mjs",
  pool: "./pool/pool.mjs",
  panel: "./panel.mjs",
  queue: "./queue/queue.mjs",
};
/** These compare with other clients, whose first installation needs the network. They run only if they are named. */
const byNameOnly = {
  generation: "./generation/generation.mjs",
  scorecard: "./scorecard/scorecard.mjs",
  "pool-clients": "./gateway/pool-clients.mjs",
};
const all = { ...benchmarks, ...byNameOnly };
/** One case of the scorecard with the client that needs no installation. */
const quickParameters = { scorecard: ["--clients", "pictor", "--only", "cached"] };

const given = process.argv.slice(2).filter((argument) => argument !== "--quick");
/** The arguments after the name of a benchmark with parameters belong to it. */
const takesParameters = Object.hasOwn(byNameOnly, given[0] ?? "");
const wanted = takesParameters ? given.slice(0, 1) : given;
const unknown = wanted.filter((name) => !Object.hasOwn(all, name));

async function runAll(names) {
  const machine = `node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown processor"}`;
  (given.includes("--json") ? console.error : console.log)(machine);
  const failed = [];
  for (const name of names) {
    try {
      const { run } = await import(all[name]);
      const parameters = takesParameters ? given.slice(1) : [];
      await run(parameters.length === 0 && isQuick ? (quickParameters[name] ?? []) : parameters);
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
  }
  if (isQuick) console.log("\nWith --quick the figures mean nothing.");
  else if (wanted.length === 0)
    console.log(
      `\nNot run: ${Object.keys(byNameOnly).join(", ")}. They compare with other clients, which they install first; name them.`,
    );
  if (failed.length > 0) {
    console.error(`\nThese benchmarks failed: ${failed.join(", ")}.`);
    process.exitCode = 1;
  }
}

if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(all).join(", ")}.`);
  process.exitCode = 2;
} else if (!isBuilt()) {
  console.error("The build is missing; run `npm run build` first.");
  process.exitCode = 2;
} else {
  await runAll(wanted.length > 0 ? wanted : Object.keys(isQuick ? all : benchmarks));
}
