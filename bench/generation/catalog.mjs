// B9: fetching, parsing and indexing the node classes of a server, and looking them up.

import { clients } from "../peers/clients.mjs";
import { amount, isQuick, median } from "../measure.mjs";
import { importPackage } from "../packages.mjs";
import { quiet, start } from "../processes.mjs";
import { printTable } from "../table.mjs";
import { objectInfoOfSize } from "./fake-catalog.mjs";

const { parseJson } = await importPackage("@pictor/kernel");

const rounds = amount(7);
const sizesMb = isQuick ? [2] : [2, 10];

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

/** Parsing alone, in this process: ours, which keeps 64-bit integers, and JSON.parse. */
async function reading(text) {
  const figures = { parseJson: [], plain: [] };
  for (let round = 0; round < rounds; round++) {
    figures.plain.push((await timed(() => JSON.parse(text))).ms);
    figures.parseJson.push((await timed(() => parseJson(text))).ms);
  }
  return [figures.parseJson, figures.plain].map((times) => median(times).toFixed(1));
}

export async function catalog(names) {
  for (const megabytes of sizesMb) {
    const text = objectInfoOfSize(megabytes * 1024 * 1024);
    const server = await start(import.meta.url, "./fake-server.mjs");
    await server.ask({ objectInfo: text });
    const rows = [];
    for (const name of ["pictor", "saintno", "stable-canvas", "comfy-ui-client"].filter((one) =>
      names.includes(one),
    )) {
      const client = await start(import.meta.url, "./catalog-client.mjs", [name, server.hello], quiet);
      const { first, again, lookup } = await client.ask({ rounds });
      rows.push([
        clients[name].title,
        first.toFixed(0),
        again.toFixed(0),
        lookup < 1 ? lookup.toFixed(4) : lookup.toFixed(1),
      ]);
      client.kill();
    }
    printTable(
      `B9: object_info of ${(text.length / 1024 / 1024).toFixed(1)} MB (${rounds} rounds, medians; the bar for 2 MB is 60 ms)`,
      ["", "first fetch ms", "fetch ms", "another lookup ms"],
      rows,
    );
    const [ours, plain] = await reading(text);
    console.log(`\nreading the text alone: ${ours} ms without loss, ${plain} ms by JSON.parse`);
    server.end();
  }
}
