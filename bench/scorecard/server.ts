// Another program that uses the server of a case: reads its queue, posts, runs graphs, and reads its images.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Graph } from "@pictor/kernel/plugin";
import type { Ending, ResultFile } from "../peers/client.js";
import { queryOf } from "../peers/graph.js";
import { connect } from "../peers/raw.js";
import type { CaseFault, Place } from "./case.js";
import type { Truth } from "./expect.js";

type QueueItem = readonly [number: number, promptId: string, graph: Graph];
type Where = "running" | "pending";

const prefixOf = ([, , graph]: QueueItem): string =>
  Object.values(graph)
    .map(({ inputs }) => inputs["filename_prefix"])
    .find((prefix) => typeof prefix === "string") ?? "case";

export interface OtherProgram {
  /** Replaces the faults of the server. */
  readonly set: (faults: readonly CaseFault[]) => Promise<void>;
  /** Settles with the id of the prompt whose images have this prefix, once it is `running` or `pending`. */
  readonly until: (where: Where, prefix: string) => Promise<string>;
  /** Whether a prompt whose images have this prefix is queued or running. */
  readonly holds: (prefix: string) => Promise<boolean>;
  readonly post: (route: string, body: object) => Promise<void>;
  /** Runs a graph until it ends. */
  readonly run: (graph: Graph) => Promise<Ending>;
  /** Starts a run, and settles at once with its end. */
  readonly start: (graph: Graph) => Promise<{ readonly ending: Promise<Ending> }>;
  /** `fetches`: the client that returned the file fetches images. */
  readonly compare: (file: ResultFile, fetches: boolean) => Promise<Truth>;
  /** The path of a file on a server of this machine. */
  readonly pathOf: (file: ResultFile) => string;
}

export function otherProgram({ direct, directory }: Place, set: OtherProgram["set"]): OtherProgram {
  async function find(where: Where, prefix: string): Promise<string | undefined> {
    const queue = (await (await fetch(`${direct}queue`)).json()) as Readonly<
      Record<`queue_${Where}`, readonly QueueItem[]>
    >;
    return queue[`queue_${where}`].find((item) => prefixOf(item).startsWith(prefix))?.[1];
  }

  const pathOf = ({ type, subfolder, filename }: ResultFile): string =>
    join(directory ?? "", type, subfolder, filename);
  async function readTruth(file: ResultFile): Promise<Uint8Array> {
    if (directory !== undefined) return readFile(pathOf(file));
    const reply = await fetch(`${direct}view?${queryOf(file)}`);
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return new Uint8Array(await reply.arrayBuffer());
  }

  const start: OtherProgram["start"] = async (graph) => {
    const client = await connect(direct);
    return { ending: client.run(graph).ending.finally(() => void client.close()) };
  };

  return {
    set,
    start,
    pathOf,
    async until(where, prefix) {
      for (let turn = 0; turn < 200; turn++) {
        const promptId = await find(where, prefix).catch(() => undefined);
        if (promptId !== undefined) return promptId;
        await wait(25);
      }
      throw new Error(`no prompt "${prefix}" is ${where}`);
    },
    holds: async (prefix) =>
      (await find("running", prefix)) !== undefined || (await find("pending", prefix)) !== undefined,
    async post(route, body) {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`${direct}${route}`, { method: "POST", headers, body: JSON.stringify(body) });
      await reply.arrayBuffer();
    },
    run: async (graph) => (await start(graph)).ending,
    async compare(file, fetches) {
      const truth = await readTruth(file).catch(() => undefined);
      if (truth === undefined) return "not there";
      if (!fetches) return "named";
      if (file.bytes === undefined) return "not fetched";
      if (Buffer.compare(file.bytes, truth) === 0) return "whole";
      return file.bytes.length < truth.length ? "cut short" : "altered";
    },
  };
}
