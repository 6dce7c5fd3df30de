// The cost of a compressed catalog: a remote backend reads an object_info of 2 MB as it is, and with each coding.

import { tmpdir } from "node:os";
import type { Backend } from "@pictor/kernel/plugin";
import { codedPaths } from "./compressed-server.js";
import { amount, mapValues, median, ratio, takeTurns, timed } from "./measure.js";
import { openPictor } from "./open-pictor.js";
import { start } from "./processes.js";
import { printTable } from "./table.js";

const rounds = amount(31);

export async function run(): Promise<void> {
  const server = await start<string>(import.meta.url, "./compressed-server.js");
  const backends = mapValues(codedPaths, (path) => ({ kind: "remote", baseUrl: server.hello + path }));
  const pictor = await openPictor(tmpdir(), { backends });
  const opened: Record<string, Backend> = {};
  for (const name of Object.keys(codedPaths)) opened[name] = (await pictor.openBackend(name)).backend;
  const variants = mapValues(opened, (backend) => () => timed(() => backend.catalog({ refresh: true })));
  await takeTurns(variants, amount(5, 0)); // opens the connections and lets the compiler settle
  const results = await takeTurns(variants, rounds);
  const plain = results["plain"] ?? [];
  printTable(
    `compressed: the catalog of an object_info of 2 MB (${rounds} rounds, medians; the bar for gzip is 1.3 x plain)`,
    ["", "ms", "x plain"],
    Object.entries(results).map(([name, times]) => [
      name,
      median(times).toFixed(1),
      ratio(times, plain).toFixed(2),
    ]),
  );
  await pictor.dispose();
  server.end();
}
