// B4: uploads from disk and downloads of 1, 50 and 200 MB: megabytes per second, and additional memory.

import { randomBytes } from "node:crypto";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clients } from "../peers/clients.mjs";
import { amount, isQuick, median } from "../measure.mjs";
import { quiet, start } from "../processes.mjs";
import { printTable } from "../table.mjs";

const sizes = isQuick ? [1] : [1, 50, 200];
const rounds = amount(3);
const able = ["raw", "pictor", "saintno", "comfy-ui-client"];

async function makeFile(folder, megabytes) {
  const path = join(folder, `${megabytes}.bin`);
  const file = await open(path, "w");
  const piece = randomBytes(1024 * 1024);
  if (megabytes === 0) await file.write(piece, 0, 1000);
  for (let index = 0; index < megabytes; index++) await file.write(piece);
  await file.close();
  return path;
}

async function turn(server, name, message, way) {
  const options = { ...quiet, execArgv: ["--expose-gc"] };
  const client = await start(import.meta.url, "./transfer-client.mjs", [name, server.hello], options);
  try {
    return client.hello.includes(way) ? await client.ask(message) : undefined;
  } finally {
    client.kill();
  }
}

const cells = (figures, megabytes) =>
  figures.includes(undefined)
    ? ["n/a", "n/a"]
    : [
        (megabytes / (median(figures.map(({ wallMs }) => wallMs)) / 1000)).toFixed(0),
        median(figures.map(({ extraMb }) => extraMb)).toFixed(0),
      ];

export async function transfer(names) {
  const wanted = able.filter((name) => names.includes(name));
  const server = await start(import.meta.url, "./fake-server.mjs");
  const folder = await mkdtemp(join(tmpdir(), "pictor-bench-"));
  const paths = Object.fromEntries(
    await Promise.all([0, ...sizes].map(async (size) => [size, await makeFile(folder, size)])),
  );
  for (const way of ["upload", "download"]) {
    const rows = [];
    for (const name of wanted) {
      const row = [clients[name].title];
      for (const size of sizes) {
        const message = way === "upload" ? { path: paths[size], small: paths[0] } : { megabytes: size };
        const figures = [];
        for (let round = 0; round < rounds; round++) figures.push(await turn(server, name, message, way));
        row.push(...cells(figures, size));
      }
      rows.push(row);
    }
    printTable(
      `B4: ${way} (${rounds} rounds, medians; the bar is 64 MB of extra memory)`,
      ["", ...sizes.flatMap((size) => [`${size} MB: MB/s`, "extra MB"])],
      rows,
    );
  }
  await rm(folder, { recursive: true, force: true });
  server.end();
}
