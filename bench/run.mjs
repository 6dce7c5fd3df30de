// `npm run bench [-- NAME ...]`: prints figures of the build in dist/. It asserts nothing.

import { existsSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

/** Name to its module. What needs other clients, and so the network for their first installation, is run by name only. */
const benches = {
  hooks: "./hooks.mjs",
  send: "./send.mjs",
  "cold-start": "./cold-start.mjs",
  "kernel-size": "./kernel-size.mjs",
  workflows: "./workflows.mjs",
  managed: "./managed.mjs",
};
const byNameOnly = {
  generation: "./generation/generation.mjs",
  scorecard: "./scorecard/scorecard.mjs",
};
const all = { ...benches, ...byNameOnly };
const given = process.argv.slice(2);
/** What follows the name of one that takes parameters belongs to it. */
const takesParameters = Object.hasOwn(byNameOnly, given[0] ?? "");
const wanted = takesParameters ? given.slice(0, 1) : given;
const unknown = wanted.filter((name) => !Object.hasOwn(all, name));

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}; there are ${Object.keys(all).join(", ")}.`);
  process.exitCode = 2;
} else if (!existsSync(new URL("../dist/cli/main.js", import.meta.url))) {
  console.error("dist/ is missing; run `npm run build` first.");
  process.exitCode = 2;
} else {
  const machine = `node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown processor"}`;
  (given.includes("--json") ? console.error : console.log)(machine);
  for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
    const { run } = await import(all[name]);
    await run(takesParameters ? given.slice(1) : []);
  }
  if (wanted.length === 0)
    console.log(
      `\nNot run: ${Object.keys(byNameOnly).join(", ")} (they compare with other clients, which they install first; name them).`,
    );
}
