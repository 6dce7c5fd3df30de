// A child process: one client that receives a flood. The message `{ graph, slowMs }` starts a run; the reply has its figures.

import { setTimeout as wait } from "node:timers/promises";
import { clientModule } from "../peers/clients.mjs";
import { measured } from "./client-load.mjs";

const [name, url, limitMs, heapMb] = process.argv.slice(2);
const { connect } = await clientModule(name);
const client = await connect(url);
/** Small objects that fill `heapMb` megabytes of the heap and are never released. */
globalThis.kept = Array.from({ length: Number(heapMb) * 7_000 }, (_, index) => ({
  index,
  text: `${index}`,
  list: [index],
}));

/** A reader that takes `slowMs` per image. If a client does not wait for its callback, images are queued here. */
function reader(slowMs) {
  let seen = 0;
  let tail = Promise.resolve();
  const onPreview = (image) => {
    seen++;
    if (slowMs === 0) return undefined;
    tail = tail.then(async () => {
      await wait(slowMs);
      return image.length ?? image.size;
    });
    return tail;
  };
  return { onPreview, seen: () => seen };
}

process.on("message", async ({ graph, slowMs = 0 }) => {
  const { onPreview, seen } = reader(slowMs);
  let status = "hang";
  const figures = await measured(async () => {
    const { ending } = client.run(graph, { onPreview });
    const verdict = await Promise.race([ending, wait(Number(limitMs))]);
    status = verdict?.status ?? "hang";
  });
  process.send({ ...figures, status, seen: seen() });
});
process.once("disconnect", () => process.exit());
process.send("ready");
