// A run on the fake server: sends the messages of a real server in their order, with a flood in the middle.

import { randomBytes } from "node:crypto";

/** Bytes in the send buffer of a socket above which the flood pauses. */
const maxBufferedBytes = 8 * 1024 * 1024;

const uint32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A preview frame: with metadata (type 4) if the client has requested it, else plain (type 1). */
function previewFrame(image, promptId, node, withMetadata) {
  if (!withMetadata) return Buffer.concat([uint32(1), uint32(1), image]);
  const metadata = Buffer.from(
    JSON.stringify({
      node_id: node,
      prompt_id: promptId,
      display_node_id: node,
      parent_node_id: null,
      real_node_id: node,
      image_type: "image/jpeg",
    }),
  );
  return Buffer.concat([uint32(4), uint32(metadata.length), metadata, image]);
}

function* previews({ count, bytes, image: given }, { promptId, client }) {
  const image = given === undefined ? randomBytes(bytes) : Buffer.from(given, "base64");
  for (let index = 0; index < count; index++) yield previewFrame(image, promptId, "0", client?.withMetadata);
}

/** As on a real server, each message repeats the state of every node. */
function* states({ count }, { promptId, nodes }) {
  const entry = (id, value, state) => ({
    value,
    max: count,
    state,
    node_id: id,
    prompt_id: promptId,
    display_node_id: id,
    parent_node_id: null,
    real_node_id: id,
  });
  const others = nodes.slice(1, 50).map((id) => [id, entry(id, count, "finished")]);
  const head = JSON.stringify(Object.fromEntries(others)).slice(1, -1);
  for (let value = 1; value <= count; value++) {
    const moving = JSON.stringify(entry("0", value, "running"));
    yield `{"type":"progress_state","data":{"prompt_id":"${promptId}","nodes":{${head},"0":${moving}}}}`;
  }
}

const floods = { previews, states };

async function pour(frames, socket, everyMs) {
  for (const frame of frames) {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(frame);
    if (everyMs !== undefined) await new Promise((resolve) => setTimeout(resolve, everyMs));
    if (socket.bufferedAmount < maxBufferedBytes) continue;
    while (socket.bufferedAmount > maxBufferedBytes / 2 && socket.readyState === socket.OPEN)
      await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Replaces the socket of a client without one. */
const discardingSocket = { send: () => undefined, bufferedAmount: 0 };

/**
 * Runs a prompt. `flood` is `{ kind: "previews", count, bytes }`, or with an `image` in base64 instead of `bytes`;
 * `{ kind: "states", count }`; or null. With `everyMs` its messages come one at a time.
 */
export async function run({ promptId, graph, client }, flood, keep) {
  const socket = client?.socket ?? discardingSocket;
  const nodes = Object.keys(graph);
  const last = nodes.at(-1);
  const send = (type, data) => socket.send(JSON.stringify({ type, data }));
  const of = (data) => ({ ...data, prompt_id: promptId });
  const files = { images: [{ filename: "bench_00001_.png", subfolder: "", type: "output" }] };
  send("status", { status: { exec_info: { queue_remaining: 1 } } });
  send("execution_start", of({ timestamp: Date.now() }));
  send("execution_cached", of({ nodes: [], timestamp: Date.now() }));
  send("executing", of({ node: "0", display_node: "0" }));
  if (flood !== null)
    await pour(floods[flood.kind](flood, { promptId, client, nodes }), socket, flood.everyMs);
  send("executing", of({ node: last, display_node: last }));
  send("executed", of({ node: last, display_node: last, output: files }));
  keep({ [last]: files });
  send("execution_success", of({ timestamp: Date.now() }));
  send("status", { status: { exec_info: { queue_remaining: 0 } } });
  send("executing", of({ node: null }));
}
