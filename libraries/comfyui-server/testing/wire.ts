// For tests that use the protocol directly: a socket that records its frames, submissions, history entries.
import { WebSocket } from "ws";
import type { ComfyuiServer } from "../start.js";

export {
  type ExampleGraph as TestGraph,
  exampleGraph as txt2img,
  type ExampleGraphOptions as GraphOptions,
} from "@pictor/comfyui-nodes";

/** A received frame: a JSON message, a binary frame with its type number, or text that is not JSON. */
export interface Frame {
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly bytes?: Buffer;
}

export interface Listener {
  readonly frames: readonly Frame[];
  /** Resolves with the first matching frame, also one that was received before the call. */
  until(matches: (frame: Frame) => boolean): Promise<Frame>;
  send(text: string): void;
  close(): Promise<void>;
  /** Settles with the close code when the connection has ended; 1006 means without a close frame. */
  readonly closed: Promise<number>;
  readonly socket: WebSocket;
}

/** Opens a socket; resolves when the initial status has arrived. */
export async function listen(
  server: Pick<ComfyuiServer, "url">,
  clientId: string,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}ws?clientId=${clientId}`, { headers });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (raw: Buffer, isBinary: boolean) => {
    frames.push(isBinary ? binaryFrame(raw) : textFrame(raw));
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.on("error", reject);
  });
  const until: Listener["until"] = (matches) =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = frames.find(matches);
        if (!found) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  await until(({ type }) => type === "status");
  return {
    frames,
    until,
    closed,
    socket,
    send: (text) => socket.send(text),
    close: () =>
      new Promise((resolve) => {
        socket.once("close", () => resolve());
        socket.close();
      }),
  };
}

function textFrame(raw: Buffer): Frame {
  const text = raw.toString("utf8");
  try {
    return JSON.parse(text) as Frame;
  } catch {
    return { type: "not JSON", data: { text } };
  }
}

const binaryFrame = (bytes: Buffer): Frame => ({ type: `binary ${bytes.readUInt32BE(0)}`, data: {}, bytes });

export const isEndOf =
  (promptId: string) =>
  ({ type, data }: Frame): boolean =>
    type === "executing" && data["node"] === null && data["prompt_id"] === promptId;

export interface Submitted {
  readonly status: number;
  readonly body: { readonly prompt_id: string; readonly number: number; readonly node_errors: object };
}

export async function submit(
  server: ComfyuiServer,
  prompt: unknown,
  more: Record<string, unknown> = {},
): Promise<Submitted> {
  const response = await fetch(`${server.url}prompt`, {
    method: "POST",
    body: JSON.stringify({ prompt, ...more }),
  });
  return { status: response.status, body: (await response.json()) as Submitted["body"] };
}

/** Submits a prompt, waits for its end, and returns its id. */
export async function run(
  server: ComfyuiServer,
  listener: Listener,
  prompt: unknown,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await submit(server, prompt, more);
  await listener.until(isEndOf(body.prompt_id));
  return body.prompt_id;
}

export async function getJson(server: ComfyuiServer, path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json();
}

export interface FinishedPrompt {
  readonly outputs: Record<string, { images: { filename: string; subfolder: string; type: string }[] }>;
  readonly status: { status_str: string; completed: boolean; messages: [string, Record<string, unknown>][] };
  readonly meta: Record<string, unknown>;
}

export async function finished(server: ComfyuiServer, promptId: string): Promise<FinishedPrompt> {
  const history = (await getJson(server, `history/${promptId}`)) as Record<string, FinishedPrompt>;
  const found = history[promptId];
  if (!found) throw new Error(`The prompt ${promptId} is not in the history`);
  return found;
}
