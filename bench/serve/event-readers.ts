// A process of its own: sockets that count what they receive. Arguments: the address, and how many sockets.

import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { answer, tell } from "../processes.js";

const [url = "", count] = process.argv.slice(2);
const nothing = { events: 0, resets: 0, previews: 0, bytes: 0 };
export type Received = typeof nothing;

let received = { ...nothing };
let lastMs = performance.now();

async function open(): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("message", (data: Buffer, isBinary) => {
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
async function whenQuiet(): Promise<void> {
  while (performance.now() - lastMs < 300) await wait(20);
}

answer(async (): Promise<Received> => {
  await whenQuiet();
  const report = received;
  received = { ...nothing };
  return report;
});
tell("ready");
