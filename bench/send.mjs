// The cost of sending with the kernel compared with undici alone, to a loopback server in another process.

import { amount, median, ratio, takeTurns } from "./measure.mjs";
import { start } from "./processes.mjs";
import { printTable } from "./table.mjs";

const rounds = amount(41);
const loads = {
  "one after another": { requests: amount(500, 20), inFlight: 1 },
  "50 at a time": { requests: amount(2000, 100), inFlight: 50 },
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
  const echo = await start(import.meta.url, "./send-echo.mjs", ["serve"]);
  const url = `${echo.hello}/a/path?of=some&length=1`;
  const senders = {};
  for (const name of Object.keys(sendVariants))
    senders[name] = await start(import.meta.url, "./send-turns.mjs", [name, url]);
  for (const [title, load] of Object.entries(loads)) {
    const variants = Object.fromEntries(
      Object.entries(senders).map(([name, sender]) => [name, () => sender.ask(load)]),
    );
    await takeTurns(variants, amount(8, 0)); // opens the connections and lets the compiler settle
    print(title, await takeTurns(variants, rounds));
  }
  for (const { end } of [...Object.values(senders), echo]) end();
}
