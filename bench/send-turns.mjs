// A child process: sends with one variant, as many requests as a message asks for, and replies with the time. One process
// per variant, because an AsyncLocalStorage of Pictor would also slow down every promise of bare undici.

import { sendVariants } from "./send-variants.mjs";

const [name, url] = process.argv.slice(2);
const { send, expected, close } = await sendVariants[name](url);
const received = await send();
if (received !== expected) throw new Error(`${name}: the server received "${received}"`);

/** Microseconds of wall clock and of this process's processor time per request, with a number of requests in flight. */
async function timed({ requests, inFlight }) {
  let left = requests;
  const worker = async () => {
    while (left-- > 0) await send();
  };
  const before = process.cpuUsage();
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const wall = (performance.now() - started) * 1000;
  const { user, system } = process.cpuUsage(before);
  return { wall: wall / requests, cpu: (user + system) / requests };
}

process.on("message", (load) => void timed(load).then((figures) => process.send(figures)));
process.once("disconnect", () => void close().then(() => process.exit()));
process.send("ready");
