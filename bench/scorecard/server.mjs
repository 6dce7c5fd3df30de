// Another program that uses the server of a case: reads its queue, posts, runs graphs, and reads its images.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "../peers/raw.mjs";

const prefixOf = ([, , graph]) =>
  Object.values(graph)
    .map(({ inputs }) => inputs?.filename_prefix)
    .find((prefix) => typeof prefix === "string") ?? "case";

/** `place` is `{ direct, directory }`: the address of the server without the proxy, and its folder if it is local. */
export function otherProgram({ direct, directory }, { set }) {
  async function find(where, prefix) {
    const queue = await (await fetch(`${direct}queue`)).json();
    return queue[`queue_${where}`].find((item) => prefixOf(item).startsWith(prefix))?.[1];
  }

  async function fetchTruth({ filename, subfolder, type }) {
    const query = new URLSearchParams({ filename, subfolder, type });
    const reply = await fetch(`${direct}view?${query}`);
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return new Uint8Array(await reply.arrayBuffer());
  }
  const readTruth = async (file) =>
    directory === undefined
      ? fetchTruth(file)
      : readFile(join(directory, file.type, file.subfolder, file.filename));

  return {
    directory,
    set,
    /** Settles with the id of the prompt whose images have this prefix, once it is `running` or `pending`. */
    async until(where, prefix) {
      for (let turn = 0; turn < 200; turn++) {
        const promptId = await find(where, prefix).catch(() => undefined);
        if (promptId !== undefined) return promptId;
        await wait(25);
      }
      throw new Error(`no prompt "${prefix}" is ${where}`);
    },
    /** Whether a prompt whose images have this prefix is queued or running. */
    holds: async (prefix) =>
      (await find("running", prefix)) !== undefined || (await find("pending", prefix)) !== undefined,
    async post(route, body) {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`${direct}${route}`, { method: "POST", headers, body: JSON.stringify(body) });
      await reply.arrayBuffer();
    },
    /** Runs a graph until it ends. */
    async run(graph) {
      const client = await connect(direct);
      const ending = await client.run(graph).ending;
      client.close();
      return ending;
    },
    /** Starts a run and settles at once. */
    async start(graph) {
      const client = await connect(direct);
      const { ending } = client.run(graph);
      return { ending: ending.finally(client.close) };
    },
    /** Returns `whole`, `named` (not fetched by the client, but on the server), `cut short`, `not there` or `not fetched`. */
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
