// A child process: a server with the part of the protocol that the benchmarks need, as fast as possible. The messages
// `{ flood }` and `{ objectInfo }` change what it serves; it replies when the change is in effect.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Graph } from "@pictor/kernel/plugin";
import { WebSocketServer } from "ws";
import { answer, listen, tell } from "../processes.js";
import { objectInfo } from "./fake-catalog.js";
import type { FakeMessage, Flood } from "./fake-messages.js";
import { run, type FakeClient, type FakeOutputs } from "./fake-run.js";

interface PromptBody {
  readonly prompt: Graph;
  readonly prompt_id?: string;
  readonly client_id?: string;
}

const clients = new Map<string | null, FakeClient>();
const history = new Map<string, object>();
const running = new Map<string, Graph>();
let flood: Flood | null = null;
let description = objectInfo(0);
const piece = Buffer.alloc(1024 * 1024, "image ");

const json = (response: ServerResponse, value: unknown): void => {
  response
    .setHeader("content-type", "application/json")
    .end(typeof value === "string" ? value : JSON.stringify(value));
};

async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const {
    prompt: graph,
    client_id: clientId = null,
    ...body
  } = JSON.parse(await text(request)) as PromptBody;
  const promptId = body.prompt_id ?? crypto.randomUUID();
  running.set(promptId, graph);
  json(response, { prompt_id: promptId, number: 1, node_errors: {} });
  setImmediate(() => {
    const keep = (outputs: FakeOutputs): void => {
      running.delete(promptId);
      const status = { status_str: "success", completed: true, messages: [] };
      history.set(promptId, { prompt: [1, promptId, graph, {}, []], outputs, status });
    };
    void run({ promptId, graph, client: clients.get(clientId) }, flood, keep);
  });
}

async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let bytes = 0;
  for await (const part of request) bytes += (part as Buffer).length;
  json(response, { name: `uploaded-${bytes}.bin`, subfolder: "", type: "input" });
}

/** A file whose name begins with a number other than 0 has this many megabytes, every other file 1000 bytes. */
function view(response: ServerResponse, url: URL): void {
  const megabytes = Number.parseInt(url.searchParams.get("filename") ?? "", 10) || 0;
  response.writeHead(200, {
    "content-type": "image/png",
    "content-length": megabytes * piece.length || 1000,
  });
  if (megabytes === 0) {
    response.end(piece.subarray(0, 1000));
    return;
  }
  let left = megabytes;
  const more = (): void => {
    while (left > 0) {
      left--;
      if (response.write(piece)) continue;
      response.once("drain", more);
      return;
    }
    response.end();
  };
  more();
}

const system = { os: "posix", comfyui_version: "0.8.0", python_version: "3.11", argv: ["main.py"] };
type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;
const routes: Readonly<Record<string, Route>> = {
  "GET /prompt": (_, response) => json(response, { exec_info: { queue_remaining: running.size } }),
  "POST /prompt": submit,
  "GET /queue": (_, response) =>
    json(response, {
      queue_running: [...running].map(([id, graph]) => [1, id, graph, {}, []]),
      queue_pending: [],
    }),
  "GET /history": (_, response) => json(response, Object.fromEntries(history)),
  "GET /object_info": (_, response) => json(response, description),
  "GET /system_stats": (_, response) => json(response, { system, devices: [] }),
  "GET /features": (_, response) => json(response, { supports_preview_metadata: true }),
  "POST /upload/image": upload,
  "GET /view": (_, response, url) => view(response, url),
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://fake");
  const path = url.pathname.replace(/^\/api(?=\/)/, "");
  const promptId = /^\/history\/(.+)$/.exec(path)?.[1];
  const route = routes[`${request.method} ${path}`];
  if (promptId !== undefined)
    json(response, history.has(promptId) ? { [promptId]: history.get(promptId) } : {});
  else if (route !== undefined) void route(request, response, url);
  else response.writeHead(404, { "content-type": "application/json" }).end("{}");
});
server.keepAliveTimeout = 600_000;
const webSockets = new WebSocketServer({ server, perMessageDeflate: false });
webSockets.on("connection", (socket, request) => {
  const clientId = new URL(request.url ?? "/", "http://fake").searchParams.get("clientId");
  const client: FakeClient = { socket, withMetadata: false };
  clients.set(clientId, client);
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as {
      readonly data?: { supports_preview_metadata?: boolean };
    };
    client.withMetadata ||= message.data?.supports_preview_metadata === true;
  });
  const status = { exec_info: { queue_remaining: 0 } };
  socket.send(JSON.stringify({ type: "status", data: { status, sid: clientId } }));
});

answer((message: FakeMessage) => {
  if (message.flood !== undefined) flood = message.flood;
  if (message.objectInfo !== undefined) description = message.objectInfo;
  return "done";
});
tell(await listen(server));
