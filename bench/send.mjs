// What sending through the kernel costs beside undici alone, against a loopback server in another process.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median, ratio, takeTurns } from "./measure.mjs";
import { printTable } from "./table.mjs";

const rounds = 41;
const loads = {
  "one after another": { requests: 500, inFlight: 1 },
  "50 at a time": { requests: 2000, inFlight: 50 },
};

/** Starts a process and waits for its first word. */
async function start(script, ...parameters) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), parameters);
  const failed = once(child, "exit").then(() => {
    throw new Error(`${script} ${parameters.join(" ")} ended too early`);
  });
  const [word] = await Promise.race([once(child, "message"), failed]);
  failed.catch(() => undefined);
  return { child, word };
}

const turn = (child, load) => async () => {
  child.send(load);
  const [figures] = await once(child, "message");
  return figures;
};

function print(load, results) {
  const [bare] = Object.values(results);
  const of = (figures, key) => figures.map((figure) => figure[key]);
  printTable(
    `send: ${load} (${rounds} rounds, medians; the bar is 1.25 x undici)`,
    ["", "us/request", "x undici", "CPU us/request", "x undici"],
    Object.entries(results).map(([name, figures]) => [
      name,
      ...["wall", "cpu"].flatMap((key) => [
        median(of(figures, key)).toFixed(0),
        ratio(of(figures, key), of(bare, key)).toFixed(2),
      ]),
    ]),
  );
}

export async function run() {
  const { sendVariants } = await import("./send-variants.mjs");
  const echo = await start("./send-echo.mjs", "serve");
  const url = `${echo.word}/a/path?of=some&length=1`;
  const senders = {};
  for (const name of Object.keys(sendVariants))
    senders[name] = (await start("./send-turns.mjs", name, url)).child;
  for (const [title, load] of Object.entries(loads)) {
    const variants = Object.fromEntries(
      Object.entries(senders).map(([name, child]) => [name, turn(child, load)]),
    );
    await takeTurns(variants, 8); // opens the connections and lets the compiler settle
    print(title, await takeTurns(variants, rounds));
  }
  for (const child of [...Object.values(senders), echo.child]) child.disconnect();
}
