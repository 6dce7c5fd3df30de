// A run on the fake server: sends the messages of a real server in their order, with a flood in the middle.

import { randomBytes } from "node:crypto";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { encodeFrame, nodeProgress, type NodeProgress } from "@pictor/comfyui-protocol";
import type { Graph } from "@pictor/kernel/plugin";
import { WebSocket } from "ws";
import type { Flood } from "./fake-messages.js";

/** Bytes in the send buffer of a socket above which the flood pauses. */
const maxBufferedBytes = 8 * 1024 * 1024;

/** A client that has a socket. `withMetadata`: it has asked for previews with metadata. */
export interface FakeClient {
  readonly socket: WebSocket;
  withMetadata: boolean;
}
export interface FakePrompt {
  readonly promptId: string;
  readonly graph: Graph;
  /** Absent if the client has no socket. */
  readonly client: FakeClient | undefined;
}
export type FakeOutputs = Readonly<Record<string, { readonly images: readonly object[] }>>;

function* previews(
  count: number,
  bytes: Buffer,
  { promptId, client }: FakePrompt,
): Generator<Uint8Array | string> {
  for (let index = 0; index < count; index++)
    yield encodeFrame({ kind: "preview", promptId, node: "0", bytes }, client?.withMetadata ?? false);
}

/** As on a real server, each message repeats the state of every node. */
function* states(count: number, { promptId, graph }: FakePrompt): Generator<string> {
  const entry = (id: string, value: number, state: NodeProgress["state"]): object =>
    nodeProgress(promptId, id, { value, max: count, state, hasSteps: true });
  const others = Object.keys(graph)
    .slice(1, 50)
    .map((id) => [id, entry(id, count, "finished")] as const);
  const head = JSON.stringify(Object.fromEntries(others)).slice(1, -1);
  for (let value = 1; value <= count; value++) {
    const moving = JSON.stringify(entry("0", value, "running"));
    yield `{"type":"progress_state","data":{"prompt_id":"${promptId}","nodes":{${head},"0":${moving}}}}`;
  }
}

function framesOf(flood: Flood, prompt: FakePrompt): Iterable<Uint8Array | string> {
  if (flood.kind === "states") return states(flood.count, prompt);
  const image = "image" in flood ? Buffer.from(flood.image, "base64") : randomBytes(flood.bytes);
  return previews(flood.count, image, prompt);
}

const isOpen = ({ readyState }: WebSocket): boolean => readyState === WebSocket.OPEN;

async function pour(flood: Flood, prompt: FakePrompt): Promise<void> {
  const socket = prompt.client?.socket;
  if (socket === undefined) return;
  for (const frame of framesOf(flood, prompt)) {
    if (!isOpen(socket)) return;
    socket.send(frame);
    if (flood.everyMs !== undefined) await wait(flood.everyMs);
    if (socket.bufferedAmount < maxBufferedBytes) continue;
    while (socket.bufferedAmount > maxBufferedBytes / 2 && isOpen(socket)) await turn();
  }
}

/** Runs a prompt. `keep` gets its outputs before its end is told. */
export async function run(
  prompt: FakePrompt,
  flood: Flood | null,
  keep: (outputs: FakeOutputs) => void,
): Promise<void> {
  const last = Object.keys(prompt.graph).at(-1) ?? "";
  const send = (type: string, data: object): void => {
    prompt.client?.socket.send(JSON.stringify({ type, data }));
  };
  const of = (data: object) => ({ ...data, prompt_id: prompt.promptId });
  const files = { images: [{ filename: "bench_00001_.png", subfolder: "", type: "output" }] };
  send("status", { status: { exec_info: { queue_remaining: 1 } } });
  send("execution_start", of({ timestamp: Date.now() }));
  send("execution_cached", of({ nodes: [], timestamp: Date.now() }));
  send("executing", of({ node: "0", display_node: "0" }));
  if (flood !== null) await pour(flood, prompt);
  send("executing", of({ node: last, display_node: last }));
  send("executed", of({ node: last, display_node: last, output: files }));
  keep({ [last]: files });
  send("execution_success", of({ timestamp: Date.now() }));
  send("status", { status: { exec_info: { queue_remaining: 0 } } });
  send("executing", of({ node: null }));
}
