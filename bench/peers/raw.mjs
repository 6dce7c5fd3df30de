// A hand-written client: fetch and ws, its own prompt id, the history read at the end. It recovers from
// no fault. With `undici` it uses that package, as Pictor does, instead of the older version in Node.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { link, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import { filesIn, reasonOf } from "./graph.mjs";

async function save(directory, bytes) {
  const temporary = join(directory, `${randomUUID()}.part`);
  const file = await open(temporary, "wx");
  await file.write(bytes);
  await file.sync();
  await file.close();
  await link(temporary, join(directory, `${randomUUID()}.png`));
  await rm(temporary);
}

export async function connect(url, { onFrame, undici = false, saves = false } = {}) {
  const directory = saves && (await mkdtemp(join(tmpdir(), "pictor-bench-")));
  const { fetch } = undici ? await import("undici") : globalThis;
  const clientId = randomUUID();
  const socket = new WebSocket(`${url.replace("http", "ws")}ws?clientId=${clientId}`);
  const ended = new Set();
  let wake = () => undefined;
  socket.on("message", (data, isBinary) => {
    onFrame?.(data, isBinary);
    if (isBinary) return;
    const { type, data: content } = JSON.parse(data.toString());
    if (type !== "executing" || content.node !== null) return;
    ended.add(content.prompt_id);
    wake();
  });
  await once(socket, "open");

  async function perform(graph) {
    const body = JSON.stringify({ prompt: graph, prompt_id: randomUUID(), client_id: clientId });
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${url}prompt`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(`status ${reply.status}: ${await reply.text()}`);
    // Older servers ignore the proposed id.
    const { prompt_id: promptId } = await reply.json();
    while (!ended.has(promptId)) await new Promise((resolve) => (wake = resolve));
    ended.delete(promptId);
    const history = await (await fetch(`${url}history/${promptId}`)).json();
    const files = filesIn(history[promptId].outputs);
    for (const file of saves ? files : []) {
      const image = await fetch(`${url}view?${new URLSearchParams(file)}`);
      await save(directory, new Uint8Array(await image.arrayBuffer()));
    }
    return { status: "finished", files, reason: "" };
  }
  return {
    run: (graph) => ({
      ending: perform(graph).catch((error) => ({ status: "failed", files: [], reason: reasonOf(error) })),
      reportedFailure: () => undefined,
    }),
    async close() {
      socket.terminate();
      if (saves) await rm(directory, { recursive: true });
    },
  };
}
