// `pictor serve` in a process of its own, for measurements.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { commandPath } from "./packages.mjs";

/** Starts `pictor serve`, with its data in `folder`. Resolves to its address, its token, and the milliseconds until it answered. */
export async function startServe(folder) {
  const started = performance.now();
  const env = {
    ...process.env,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    PICTOR_TRUST: "1",
  };
  const child = spawn(process.execPath, [commandPath, "serve", "--port", "0", "--json"], {
    ...{ cwd: folder, env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout);
  const [line] = await new Promise((resolve) => lines.once("line", (...given) => resolve(given)));
  const { url, token } = JSON.parse(line);
  await (await fetch(`${url}/healthz`)).arrayBuffer();
  const ms = performance.now() - started;
  const close = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGINT");
    });
  return { url, token, ms, pid: child.pid, close };
}
