// A separate process: submits one graph with fetch and ws, waits for its end, and saves its first image.
// Arguments: the server's address, the file of the graph, the file of the image.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import WebSocket from "ws";

interface Message {
  readonly type: string;
  readonly data: { readonly node?: string | null; readonly prompt_id?: string };
}
interface Entry {
  readonly outputs: Readonly<Record<string, { readonly images?: readonly Record<string, string>[] }>>;
}

const [url = "", graphFile = "", imageFile = ""] = process.argv.slice(2);
const clientId = randomUUID();
const promptId = randomUUID();
const socket = new WebSocket(`${url.replace("http", "ws")}ws?clientId=${clientId}`);
const ended = new Promise<void>((resolve) => {
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) return;
    const { type, data: content } = JSON.parse(data.toString()) as Message;
    if (type === "executing" && content.node === null && content.prompt_id === promptId) resolve();
  });
});
await once(socket, "open");
const prompt = JSON.parse(readFileSync(graphFile, "utf8")) as unknown;
await fetch(`${url}prompt`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ prompt, prompt_id: promptId, client_id: clientId }),
});
await ended;
const history = (await (await fetch(`${url}history/${promptId}`)).json()) as Record<string, Entry>;
const [image] = Object.values(history[promptId]?.outputs ?? {}).flatMap(({ images = [] }) => images);
const reply = await fetch(`${url}view?${new URLSearchParams(image).toString()}`);
writeFileSync(imageFile, new Uint8Array(await reply.arrayBuffer()));
socket.terminate();
