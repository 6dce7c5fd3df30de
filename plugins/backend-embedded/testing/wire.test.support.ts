// Helpers for tests that speak the wire: a graph, a socket that records, a client that submits and waits.
import { WebSocket } from "ws";
import type { EmbeddedServer } from "../server/start.js";

export interface GraphOptions {
  readonly text?: string;
  readonly negative?: string;
  readonly seed?: number;
  readonly steps?: number;
  readonly cfg?: number;
  readonly width?: number;
  readonly height?: number;
  readonly batch?: number;
  readonly sampler?: string;
  readonly scheduler?: string;
  readonly denoise?: number;
  readonly checkpoint?: string;
  readonly prefix?: string;
}

export type TestGraph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** The recorded txt2img graph, at 64 by 64 pixels and 3 steps unless said otherwise. */
export function txt2img(options: GraphOptions = {}): TestGraph {
  return {
    "4": {
      class_type: "CheckpointLoaderSimple",
      inputs: { ckpt_name: options.checkpoint ?? "simulated-landscape.safetensors" },
    },
    "5": {
      class_type: "EmptyLatentImage",
      inputs: { width: options.width ?? 64, height: options.height ?? 64, batch_size: options.batch ?? 1 },
    },
    "6": {
      class_type: "CLIPTextEncode",
      inputs: { text: options.text ?? "a red kite over the sea", clip: ["4", 1] },
    },
    "7": { class_type: "CLIPTextEncode", inputs: { text: options.negative ?? "", clip: ["4", 1] } },
    "3": {
      class_type: "KSampler",
      inputs: {
        seed: options.seed ?? 1,
        steps: options.steps ?? 3,
        cfg: options.cfg ?? 7,
        sampler_name: options.sampler ?? "euler",
        scheduler: options.scheduler ?? "normal",
        denoise: options.denoise ?? 1,
        model: ["4", 0],
        positive: ["6", 0],
        negative: ["7", 0],
        latent_image: ["5", 0],
      },
    },
    "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
    "9": { class_type: "SaveImage", inputs: { filename_prefix: options.prefix ?? "test", images: ["8", 0] } },
  };
}

/** A frame as the test sees it: a JSON message, or a binary one with its event number. */
export interface Frame {
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly bytes?: Buffer;
}

export interface Listener {
  readonly frames: readonly Frame[];
  /** Resolves with the first frame, old or new, that matches. */
  until(matches: (frame: Frame) => boolean): Promise<Frame>;
  send(text: string): void;
  close(): Promise<void>;
}

/** Opens a socket; resolves once the server has greeted it. */
export async function listen(
  server: EmbeddedServer,
  clientId: string,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}ws?clientId=${clientId}`, { headers });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (raw: Buffer, isBinary: boolean) => {
    frames.push(isBinary ? binaryFrame(raw) : (JSON.parse(raw.toString("utf8")) as Frame));
    for (const check of waiting) check();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
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
    send: (text) => {
      socket.send(text);
    },
    close: () =>
      new Promise((resolve) => {
        socket.once("close", () => {
          resolve();
        });
        socket.close();
      }),
  };
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
  server: EmbeddedServer,
  prompt: unknown,
  more: Record<string, unknown> = {},
): Promise<Submitted> {
  const response = await fetch(`${server.url}prompt`, {
    method: "POST",
    body: JSON.stringify({ prompt, ...more }),
  });
  return { status: response.status, body: (await response.json()) as Submitted["body"] };
}

/** Submits, waits for the end, and returns the id. */
export async function run(
  server: EmbeddedServer,
  listener: Listener,
  prompt: unknown,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await submit(server, prompt, more);
  await listener.until(isEndOf(body.prompt_id));
  return body.prompt_id;
}

export async function getJson(server: EmbeddedServer, path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json();
}

export interface FinishedPrompt {
  readonly outputs: Record<string, { images: { filename: string; subfolder: string; type: string }[] }>;
  readonly status: { status_str: string; completed: boolean; messages: [string, Record<string, unknown>][] };
  readonly meta: Record<string, unknown>;
}

export async function finished(server: EmbeddedServer, promptId: string): Promise<FinishedPrompt> {
  const history = (await getJson(server, `history/${promptId}`)) as Record<string, FinishedPrompt>;
  const found = history[promptId];
  if (!found) throw new Error(`${promptId} is not in the history`);
  return found;
}
