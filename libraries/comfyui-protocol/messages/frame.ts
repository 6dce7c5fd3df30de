// What is sent over the socket of a client.
import { stringifyJson } from "@pictor/comfyui-graph";
import { previewFrame, previewFrameWithMetadata } from "./preview-frame.js";

export interface Message {
  readonly kind: "message";
  readonly type: string;
  readonly data: object;
}

export interface Preview {
  readonly kind: "preview";
  readonly promptId: string;
  readonly node: string;
  /** A JPEG or PNG file. */
  readonly bytes: Uint8Array;
}

export const message = (type: string, data: object): Message => ({ kind: "message", type, data });

/** The message that says how many prompts wait or run; `sid` tells a new socket its client id. */
export const statusMessage = (queue_remaining: number, sid?: string): Message =>
  message("status", { status: { exec_info: { queue_remaining } }, ...(sid !== undefined && { sid }) });

/** Messages that real servers send to all clients if the prompt names no client. They send the others to nobody then. */
const forAll = new Set(["progress_state", "progress", "execution_interrupted"]);
export const isForAll = ({ type }: Message): boolean => forAll.has(type);

/** Text, or binary for a preview: with its prompt and node for a client that has asked for them. */
export function encodeFrame(frame: Message | Preview, wantsMetadata: boolean): string | Uint8Array {
  if (frame.kind === "message") return stringifyJson({ type: frame.type, data: frame.data });
  const { bytes, promptId, node } = frame;
  return wantsMetadata ? previewFrameWithMetadata(bytes, promptId, node) : previewFrame(bytes);
}
