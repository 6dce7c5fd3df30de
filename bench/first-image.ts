// The time from Enter to the saved image of a trivial graph, on a server that answers at once: the built command, and a
// script of fetch and ws that does the same.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder } from "./folders.js";
import { chain } from "./generation/fake-catalog.js";
import { startFakeServer } from "./generation/fake-messages.js";
import { amount, median, ratio, takeTurns } from "./measure.js";
import { commandPath } from "./places.js";
import { printTable } from "./table.js";

const rounds = amount(31);
const script = fileURLToPath(new URL("./first-image-by-hand.js", import.meta.url));

/** Milliseconds until the process has ended. */
const timeOf = (parameters: readonly string[], cwd: string) => () =>
  new Promise<number>((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, parameters, { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`node ${parameters.join(" ")} ended with ${code}:\n${said}`));
    });
  });

const compare = (url: string) => async (folder: string) => {
  const backends = { fake: { kind: "remote", baseUrl: url } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backends }));
  writeFileSync(join(folder, "graph.json"), JSON.stringify(chain(3)));
  const command = [commandPath, "generate", "custom", "--set", "graph=graph.json", "--backend", "fake"];
  const byHand = "fetch + ws by hand";
  const variants = {
    "node -e 0": timeOf(["-e", "0"], folder),
    [byHand]: timeOf([script, url, "graph.json", "by-hand.png"], folder),
    "pictor generate": timeOf(command, folder),
  };
  await takeTurns(variants, amount(3, 0)); // fills the file cache
  const results = await takeTurns(variants, rounds);
  printTable(
    `first image (${rounds} rounds, medians; the bar is 2.0 x the script by hand)`,
    ["", "ms", "x by hand"],
    Object.entries(results).map(([name, figures]) => [
      name,
      median(figures).toFixed(0),
      ratio(figures, results[byHand]).toFixed(2),
    ]),
  );
};

export async function run(): Promise<void> {
  const server = await startFakeServer();
  try {
    await inFolder(compare(server.hello));
  } finally {
    server.end();
  }
}
