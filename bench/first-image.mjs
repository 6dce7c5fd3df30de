// The time from Enter to the saved image of a trivial graph, on a server that answers at once: the built command, and a
// script of fetch and ws that does the same.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chain } from "./generation/fake-catalog.mjs";
import { amount, median, ratio, takeTurns } from "./measure.mjs";
import { commandPath } from "./packages.mjs";
import { start } from "./processes.mjs";
import { printTable } from "./table.mjs";

const rounds = amount(31);
const script = fileURLToPath(new URL("./first-image-by-hand.mjs", import.meta.url));

/** Milliseconds until the process has ended. */
const timed = (parameters, cwd) => () =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, parameters, { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`node ${parameters.join(" ")} ended with ${code}:\n${said}`));
    });
  });

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-"));
  const server = await start(import.meta.url, "./generation/fake-server.mjs");
  try {
    const backends = { fake: { kind: "remote", baseUrl: server.hello } };
    writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backends }));
    writeFileSync(join(folder, "graph.json"), JSON.stringify(chain(3)));
    const command = [commandPath, "generate", "custom", "--set", "graph=graph.json", "--backend", "fake"];
    const variants = {
      "node -e 0": timed(["-e", "0"], folder),
      "fetch + ws by hand": timed([script, server.hello, "graph.json", "by-hand.png"], folder),
      "pictor generate": timed(command, folder),
    };
    await takeTurns(variants, amount(3, 0)); // fills the file cache
    const results = await takeTurns(variants, rounds);
    const byHand = results["fetch + ws by hand"];
    printTable(
      `first image (${rounds} rounds, medians; the bar is 2.0 x the script by hand)`,
      ["", "ms", "x by hand"],
      Object.entries(results).map(([name, figures]) => [
        name,
        median(figures).toFixed(0),
        ratio(figures, byHand).toFixed(2),
      ]),
    );
  } finally {
    server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
