// A child process: one client that receives a flood. The message `{ graph, slowMs }` starts a run; the reply has its figures.

import { setTimeout as wait } from "node:timers/promises";
import type { Graph } from "@pictor/kernel/plugin";
import type { Ending, Preview } from "../peers/client.js";
import { connectTo } from "../peers/clients.js";
import { answer, tell } from "../processes.js";
import { measured, type ClientLoad } from "./client-load.js";

export interface FloodRun {
  readonly graph: Graph;
  /** Milliseconds that the reader takes for each image. */
  readonly slowMs?: number;
}
export interface FloodFigures extends ClientLoad {
  readonly status: Ending["status"] | "hang";
  /** How many images the reader got. */
  readonly seen: number;
}

const [name = "", url = "", limitMs, heapMb] = process.argv.slice(2);
const client = await connectTo(name, url);
/** Small objects that fill `heapMb` megabytes of the heap and are never released, because they are exported. */
export const kept = Array.from({ length: Number(heapMb) * 7_000 }, (_, index) => ({
  index,
  text: `${index}`,
  list: [index],
}));

const lengthOf = (image: Preview): number => (image instanceof Blob ? image.size : image.length);

/** A reader that takes `slowMs` per image. If a client does not wait for its callback, images are queued here. */
function reader(slowMs: number) {
  let seen = 0;
  let tail: Promise<unknown> = Promise.resolve();
  const onPreview = (image: Preview) => {
    seen++;
    if (slowMs === 0) return undefined;
    tail = tail.then(async () => {
      await wait(slowMs);
      return lengthOf(image);
    });
    return tail;
  };
  return { onPreview, seen: () => seen };
}

answer(async ({ graph, slowMs = 0 }: FloodRun): Promise<FloodFigures> => {
  const { onPreview, seen } = reader(slowMs);
  let status: FloodFigures["status"] = "hang";
  const figures = await measured(async () => {
    const verdict = await Promise.race([client.run(graph, { onPreview }).ending, wait(Number(limitMs))]);
    status = verdict?.status ?? "hang";
  });
  return { ...figures, status, seen: seen() };
});
tell("ready");
