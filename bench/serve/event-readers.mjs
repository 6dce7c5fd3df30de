// A process of its own: sockets that count what they receive.

import { once } from "node:events";
import { WebSocket } from "ws";

const [url, count] = process.argv.slice(2);
const received = { events: 0, resets: 0, previews: 0, bytes: 0 };
let lastMs = performance.now();

async function open() {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("message", (data, isBinary) => {
    lastMs = performance.now();
    received.bytes += data.length;
    if (isBinary) received.previews++;
    else if (data.length < 200 && data.includes('"reset"')) received.resets++;
    else if (data.includes('"seq"') && !data.includes('"hello"')) received.events++;
  });
  await once(socket, "open");
}
await Promise.all(Array.from({ length: Number(count) }, open));

/** Resolves when nothing has arrived for a while. */
async function whenQuiet() {
  while (performance.now() - lastMs < 300) await new Promise((resolve) => setTimeout(resolve, 20));
}

process.on("message", async () => {
  await whenQuiet();
  process.send({ ...received });
  for (const name of Object.keys(received)) received[name] = 0;
});
process.once("disconnect", () => process.exit());
process.send("ready");
