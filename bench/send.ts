// The cost of sending with the kernel compared with undici alone, to a loopback server in another process.

import { amount, mapValues, median, ratio, takeTurns } from "./measure.js";
import { start, type Child } from "./processes.js";
import type { Figures, Load } from "./send-turns.js";
import { heldToken, sendVariants } from "./send-variants.js";
import { printTable } from "./table.js";

const rounds = amount(41);
const loads: Readonly<Record<string, Load>> = {
  "one after another": { requests: amount(500, 20), inFlight: 1 },
  "50 at a time": { requests: amount(2000, 100), inFlight: 50 },
};

function print(load: string, results: Readonly<Record<string, readonly Figures[]>>): void {
  const of = (figures: readonly Figures[], key: keyof Figures) => figures.map((figure) => figure[key]);
  const [bare = []] = Object.values(results);
  printTable(
    `send: ${load} (${rounds} rounds, medians; the bar is 1.25 x undici)`,
    ["", "us/request", "x undici", "CPU us/request", "x undici"],
    Object.entries(results).map(([name, figures]) => [
      name,
      ...(["wall", "cpu"] as const).flatMap((key) => [
        median(of(figures, key)).toFixed(0),
        ratio(of(figures, key), of(bare, key)).toFixed(2),
      ]),
    ]),
  );
}

export async function run(): Promise<void> {
  const echo = await start<string>(import.meta.url, "./send-echo.js", [heldToken]);
  const url = `${echo.hello}a/path?of=some&length=1`;
  const senders: Record<string, Child<string, Load, Figures>> = {};
  for (const name of Object.keys(sendVariants))
    senders[name] = await start(import.meta.url, "./send-turns.js", [name, url]);
  for (const [title, load] of Object.entries(loads)) {
    const variants = mapValues(senders, (sender) => () => sender.ask(load));
    await takeTurns(variants, amount(8, 0)); // opens the connections and lets the compiler settle
    print(title, await takeTurns(variants, rounds));
  }
  for (const { end } of [...Object.values(senders), echo]) end();
}
