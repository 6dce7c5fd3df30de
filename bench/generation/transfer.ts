// B4: uploads from disk and downloads of 1, 50 and 200 MB: megabytes per second, and additional memory.

import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { inFolder } from "../folders.js";
import { clients, type ClientName } from "../peers/clients.js";
import { amount, isQuick, median } from "../measure.js";
import { quiet, start } from "../processes.js";
import { printTable } from "../table.js";
import type { ClientLoad } from "./client-load.js";
import { startFakeServer } from "./fake-messages.js";
import type { TransferOrder, Way } from "./transfer-client.js";

const sizes = isQuick ? [1] : [1, 50, 200];
const rounds = amount(3);

const pathOf = (folder: string, megabytes: number): string => join(folder, `${megabytes}.bin`);

async function makeFile(folder: string, megabytes: number): Promise<void> {
  const file = await open(pathOf(folder, megabytes), "w");
  const piece = randomBytes(1024 * 1024);
  if (megabytes === 0) await file.write(piece, 0, 1000);
  for (let index = 0; index < megabytes; index++) await file.write(piece);
  await file.close();
}

/** The figures of a transfer in a process of its own; undefined if the client cannot do it. */
async function turn(url: string, name: ClientName, order: TransferOrder): Promise<ClientLoad | undefined> {
  const options = { ...quiet, execArgv: ["--expose-gc"] };
  const client = await start<readonly Way[], TransferOrder, ClientLoad>(
    import.meta.url,
    "./transfer-client.js",
    [name, url],
    options,
  );
  try {
    const way = "path" in order ? "upload" : "download";
    return client.hello.includes(way) ? await client.ask(order) : undefined;
  } finally {
    client.kill();
  }
}

/** Megabytes a second and additional megabytes, of some rounds. */
async function cells(url: string, name: ClientName, order: TransferOrder, megabytes: number) {
  const figures: ClientLoad[] = [];
  for (let round = 0; round < rounds; round++) {
    const figure = await turn(url, name, order);
    if (figure === undefined) return ["n/a", "n/a"];
    figures.push(figure);
  }
  return [
    (megabytes / (median(figures.map(({ wallMs }) => wallMs)) / 1000)).toFixed(0),
    median(figures.map(({ extraMb }) => extraMb)).toFixed(0),
  ];
}

export const transfer = (names: readonly ClientName[]): Promise<void> =>
  inFolder(async (folder) => {
    const server = await startFakeServer();
    await Promise.all([0, ...sizes].map((size) => makeFile(folder, size)));
    const orders: Readonly<Record<Way, (megabytes: number) => TransferOrder>> = {
      upload: (megabytes) => ({ path: pathOf(folder, megabytes), small: pathOf(folder, 0) }),
      download: (megabytes) => ({ megabytes }),
    };
    for (const [way, orderOf] of Object.entries(orders)) {
      const rows = [];
      for (const name of names.filter((one) => one !== "stable-canvas")) {
        const row: string[] = [clients[name].title];
        for (const size of sizes) row.push(...(await cells(server.hello, name, orderOf(size), size)));
        rows.push(row);
      }
      printTable(
        `B4: ${way} (${rounds} rounds, medians; the bar is 64 MB of extra memory)`,
        ["", ...sizes.flatMap((size) => [`${size} MB: MB/s`, "extra MB"])],
        rows,
      );
    }
    server.end();
  });
