// `npm run bench [-- hooks | send | cold-start | kernel-size]`: prints figures of the build in dist/. It asserts nothing.

import { existsSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

const benches = ["hooks", "send", "cold-start", "kernel-size"];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.includes(name));

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}; there are ${benches.join(", ")}.`);
  process.exitCode = 2;
} else if (!existsSync(new URL("../dist/cli/main.js", import.meta.url))) {
  console.error("dist/ is missing; run `npm run build` first.");
  process.exitCode = 2;
} else {
  console.log(
    `node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown processor"}`,
  );
  for (const name of benches) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { run } = await import(`./${name}.mjs`);
    await run();
  }
}
