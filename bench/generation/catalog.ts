// B9: fetching, parsing and indexing the node classes of a server, and looking them up.

import { parseJson } from "@pictor/host";
import { clients, type ClientName } from "../peers/clients.js";
import { amount, isQuick, median, takeTurns, timed } from "../measure.js";
import { quiet, start } from "../processes.js";
import { printTable } from "../table.js";
import type { CatalogTimes } from "./catalog-client.js";
import { objectInfoOfSize } from "./fake-catalog.js";
import { startFakeServer } from "./fake-messages.js";

const rounds = amount(7);
const sizesMb = isQuick ? [2] : [2, 10];

/** Parsing alone, in this process: ours, which keeps 64-bit integers, and JSON.parse. */
async function printReading(text: string): Promise<void> {
  const figures = await takeTurns(
    { ours: () => timed(() => parseJson(text)), plain: () => timed(() => JSON.parse(text)) },
    rounds,
  );
  const [ours, plain] = [median(figures.ours).toFixed(1), median(figures.plain).toFixed(1)];
  console.log(`\nreading the text alone: ${ours} ms without loss, ${plain} ms by JSON.parse`);
}

export async function catalog(names: readonly ClientName[]): Promise<void> {
  for (const megabytes of sizesMb) {
    const text = objectInfoOfSize(megabytes * 1024 * 1024);
    const server = await startFakeServer();
    await server.ask({ objectInfo: text });
    const rows = [];
    for (const name of names.filter((one) => one !== "raw")) {
      const client = await start<"ready", { readonly rounds: number }, CatalogTimes>(
        import.meta.url,
        "./catalog-client.js",
        [name, server.hello],
        quiet,
      );
      const { first, again, lookup } = await client.ask({ rounds });
      client.kill();
      rows.push([
        clients[name].title,
        first.toFixed(0),
        again.toFixed(0),
        lookup < 1 ? lookup.toFixed(4) : lookup.toFixed(1),
      ]);
    }
    printTable(
      `B9: object_info of ${(text.length / 1024 / 1024).toFixed(1)} MB (${rounds} rounds, medians; the bar for 2 MB is 60 ms)`,
      ["", "first fetch ms", "fetch ms", "another lookup ms"],
      rows,
    );
    await printReading(text);
    server.end();
  }
}
