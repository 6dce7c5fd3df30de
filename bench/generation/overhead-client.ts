// A child process: one client that runs the same graph as often as a message asks. Each run has another file name, so
// that the saver is not cached. Replies with milliseconds per job.

import { setTimeout as wait } from "node:timers/promises";
import type { Graph } from "@pictor/kernel/plugin";
import { connectTo } from "../peers/clients.js";
import type { ClientOptions } from "../peers/client.js";
import { answer, tell } from "../processes.js";

/** The client of a process, and how it is opened. */
export interface Variant {
  readonly name: string;
  readonly options?: ClientOptions;
}
export interface Jobs {
  readonly graph: Graph;
  readonly jobs: number;
}
export interface JobTimes {
  readonly times: readonly number[];
  /** How many jobs of this process had no ending after a second. */
  readonly hung: number;
}

const { name, url, options } = JSON.parse(process.argv[2] ?? "") as Variant & { readonly url: string };
const client = await connectTo(name, url, options);

let count = 0;
let hung = 0;

function renamed(graph: Graph): Graph {
  const filename_prefix = `overhead-${name}-${count++}`;
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]) => [
      id,
      node.class_type === "SaveImage" ? { ...node, inputs: { ...node.inputs, filename_prefix } } : node,
    ]),
  );
}

answer(async ({ graph, jobs }: Jobs): Promise<JobTimes> => {
  const times: number[] = [];
  while (times.length < jobs && hung < 12) {
    const own = renamed(graph);
    const started = performance.now();
    const verdict = await Promise.race([client.run(own).ending, wait(1000)]);
    if (verdict?.status === "finished") times.push(performance.now() - started);
    else hung++;
  }
  return { times, hung };
});
tell("ready");
