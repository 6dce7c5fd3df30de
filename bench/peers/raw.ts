// A hand-written client: fetch and ws, its own prompt id, the history read at the end. It recovers from
// no fault. With `undici` it uses that package, as Pictor does, instead of the older version in Node.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Graph } from "@pictor/kernel/plugin";
import WebSocket from "ws";
import { createFolder, removeFolder } from "../folders.js";
import type { Client, ClientOptions, Ending } from "./client.js";
import { filesIn, queryOf, reasonOf, reportsNothing, type NodeOutputs } from "./graph.js";

interface Message {
  readonly type: string;
  readonly data: { readonly node?: string | null; readonly prompt_id?: string };
}

async function save(directory: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(directory, `${randomUUID()}.part`);
  const file = await open(temporary, "wx");
  await file.write(bytes);
  await file.sync();
  await file.close();
  await link(temporary, join(directory, `${randomUUID()}.png`));
  await rm(temporary);
}

export async function connect(url: string, options: ClientOptions = {}): Promise<Client> {
  const directory = options.saves === true ? await createFolder() : undefined;
  const fetch =
    options.undici === true
      ? ((await import("undici")).fetch as unknown as typeof globalThis.fetch)
      : globalThis.fetch;
  const clientId = randomUUID();
  const socket = new WebSocket(`${url.replace("http", "ws")}ws?clientId=${clientId}`);
  const ended = new Set<string>();
  const waiting: (() => void)[] = [];
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) return;
    const { type, data: content } = JSON.parse(data.toString()) as Message;
    if (type !== "executing" || content.node !== null || content.prompt_id === undefined) return;
    ended.add(content.prompt_id);
    for (const wake of waiting.splice(0)) wake();
  });
  await once(socket, "open");

  async function perform(graph: Graph): Promise<Ending> {
    const body = JSON.stringify({ prompt: graph, prompt_id: randomUUID(), client_id: clientId });
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${url}prompt`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(`status ${reply.status}: ${await reply.text()}`);
    // Older servers ignore the proposed id.
    const { prompt_id: promptId } = (await reply.json()) as { readonly prompt_id: string };
    while (!ended.has(promptId)) await new Promise<void>((resolve) => waiting.push(resolve));
    ended.delete(promptId);
    const history = (await (await fetch(`${url}history/${promptId}`)).json()) as Readonly<
      Record<string, { readonly outputs: NodeOutputs }>
    >;
    const files = filesIn(history[promptId]?.outputs);
    for (const file of directory === undefined ? [] : files) {
      const image = await fetch(`${url}view?${queryOf(file)}`);
      await save(directory!, new Uint8Array(await image.arrayBuffer()));
    }
    return { status: "finished", files, reason: "" };
  }
  return {
    run: (graph) => ({
      ending: perform(graph).catch((error: unknown) => ({
        status: "failed",
        files: [],
        reason: reasonOf(error),
      })),
      reportedFailure: reportsNothing,
    }),
    async upload(path) {
      const form = new FormData();
      form.append("image", await openAsBlob(path), "bench.bin");
      await (await fetch(`${url}upload/image`, { method: "POST", body: form })).arrayBuffer();
    },
    async download(file) {
      const { body } = await fetch(`${url}view?${queryOf(file)}`);
      for await (const _ of body ?? []);
    },
    async close() {
      socket.terminate();
      if (directory !== undefined) await removeFolder(directory);
    },
  };
}
