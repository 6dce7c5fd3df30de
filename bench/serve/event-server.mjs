// A process of its own, started with --expose-gc: the event socket of the local API, whose events a message asks for.

import { importBundle } from "../packages.mjs";

const { openEventSockets } = await importBundle("serve/event-sockets.ts");
const sockets = await openEventSockets();

const heapMebibytes = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

process.on("message", async ({ count, perSecond, previewBytes }) => {
  const before = process.cpuUsage();
  const ms =
    previewBytes === undefined
      ? await sockets.publish(count, perSecond)
      : await sockets.publishPreviews(count, perSecond, previewBytes);
  const { user, system } = process.cpuUsage(before);
  process.send({ ms, cpuMs: (user + system) / 1000, heapMebibytes: heapMebibytes() });
});
process.once("disconnect", () => process.exit());
process.send(sockets.url);
