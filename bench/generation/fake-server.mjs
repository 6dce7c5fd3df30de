// A child process: a server with the part of the protocol that the benchmarks need, as fast as possible. The messages
// `{ flood }` and `{ objectInfo }` change what it serves; it replies when the change is in effect.

import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { objectInfo } from "./fake-catalog.mjs";
import { run } from "./fake-run.mjs";

const sockets = new Map();
const history = new Map();
const running = new Map();
let flood = null;
let description = objectInfo(0);
const piece = Buffer.alloc(1024 * 1024, "image ");

const json = (response, value) =>
  response
    .setHeader("content-type", "application/json")
    .end(typeof value === "string" ? value : JSON.stringify(value));

async function textOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

async function submit(request, response) {
  const body = JSON.parse(await textOf(request));
  const promptId = body.prompt_id ?? crypto.randomUUID();
  running.set(promptId, body.prompt);
  json(response, { prompt_id: promptId, number: 1, node_errors: {} });
  setImmediate(() => {
    const client = sockets.get(body.client_id);
    const keep = (outputs) => {
      running.delete(promptId);
      const status = { status_str: "success", completed: true, messages: [] };
      history.set(promptId, { prompt: [1, promptId, body.prompt, {}, []], outputs, status });
    };
    void run({ promptId, graph: body.prompt, client }, flood, keep);
  });
}

async function upload(request, response) {
  let bytes = 0;
  for await (const part of request) bytes += part.length;
  json(response, { name: `uploaded-${bytes}.bin`, subfolder: "", type: "input" });
}

/** A file whose name begins with a number other than 0 has this many megabytes, every other file 1000 bytes. */
function view(url, response) {
  const megabytes = Number.parseInt(url.searchParams.get("filename"), 10) || 0;
  response.writeHead(200, {
    "content-type": "image/png",
    "content-length": megabytes * piece.length || 1000,
  });
  if (megabytes === 0) return void response.end(piece.subarray(0, 1000));
  let left = megabytes;
  const more = () => {
    while (left-- > 0) if (!response.write(piece)) return void response.once("drain", more);
    response.end();
  };
  more();
}

const system = { os: "posix", comfyui_version: "0.8.0", python_version: "3.11", argv: ["main.py"] };
const answers = {
  "GET /prompt": (_request, response) => json(response, { exec_info: { queue_remaining: running.size } }),
  "POST /prompt": submit,
  "GET /queue": (_request, response) =>
    json(response, {
      queue_running: [...running].map(([id, graph]) => [1, id, graph, {}, []]),
      queue_pending: [],
    }),
  "GET /history": (_request, response) => json(response, Object.fromEntries(history)),
  "GET /object_info": (_request, response) => json(response, description),
  "GET /system_stats": (_request, response) => json(response, { system, devices: [] }),
  "GET /features": (_request, response) => json(response, { supports_preview_metadata: true }),
  "POST /upload/image": upload,
  "GET /view": (_request, response, url) => view(url, response),
};

const server = createServer((request, response) => {
  const url = new URL(request.url, "http://fake");
  const path = url.pathname.replace(/^\/api(?=\/)/, "");
  const [, promptId] = /^\/history\/(.+)$/.exec(path) ?? [];
  const answer = answers[`${request.method} ${path}`];
  if (promptId !== undefined)
    json(response, history.has(promptId) ? { [promptId]: history.get(promptId) } : {});
  else if (answer !== undefined) void answer(request, response, url);
  else response.writeHead(404, { "content-type": "application/json" }).end("{}");
});
server.keepAliveTimeout = 600_000;
const webSockets = new WebSocketServer({ server, perMessageDeflate: false });
webSockets.on("connection", (socket, request) => {
  const clientId = new URL(request.url, "http://fake").searchParams.get("clientId");
  const client = { socket, withMetadata: false };
  sockets.set(clientId, client);
  socket.on("message", (data) => {
    const message = JSON.parse(data.toString());
    client.withMetadata ||= message.data?.supports_preview_metadata === true;
  });
  socket.send(
    JSON.stringify({
      type: "status",
      data: { status: { exec_info: { queue_remaining: 0 } }, sid: clientId },
    }),
  );
});

process.on("message", (message) => {
  if ("flood" in message) flood = message.flood;
  if ("objectInfo" in message) description = message.objectInfo;
  process.send("done");
});
process.once("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}/`));
