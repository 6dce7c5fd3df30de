// Detects direct requests that submit a prompt to the server behind a backend, and reads their priority.

import { buffer } from "node:stream/consumers";
import {
  isRecord,
  parseJsonOrUndefined,
  percentDecode,
  type DirectRequest,
  type Priority,
} from "@pictor/kernel";
import { upTo } from "../http/read-bytes.js";

/** How often a path is percent-decoded at most: a proxy in front of the server may decode it once more. */
const maxDepth = 4;

const decoded = (path: string, times = maxDepth): string =>
  times === 0 ? path : decoded(percentDecode(path), times - 1);

/** Whether a request is ComfyUI's `POST /prompt`, however its path is written. */
export function submitsPrompt({ method = "GET", path }: Pick<DirectRequest, "method" | "path">): boolean {
  const segments = decoded(path.split("?", 1)[0] ?? "")
    .split(/[\\/]/)
    .map((segment) => (segment.normalize("NFKC").split(/[;?#]/, 1)[0] ?? "").trim().toLowerCase());
  const root = segments.find((segment) => segment !== "" && segment !== "api");
  return method.toUpperCase() === "POST" && root === "prompt";
}

/** The largest body that is read for its priority, in bytes. */
const maxBytes = 100 * 1024 * 1024;

/** The body as bytes, so that it can be read and sent. Rejects with `API_BODY_TOO_LARGE`. */
export async function wholeBody(body: DirectRequest["body"]): Promise<string | Uint8Array> {
  if (body === undefined) return "";
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  return buffer(upTo(maxBytes, body.open()));
}

/**
 * The priority that the body of `POST /prompt` asks for. A server runs prompts in the order of their `number`, so any
 * number may put a prompt before those of others, as `front` does.
 */
export function priorityIn(body: string | Uint8Array): Priority | undefined {
  const value = parseJsonOrUndefined(typeof body === "string" ? body : Buffer.from(body).toString());
  if (!isRecord(value)) return undefined;
  const { front, number } = value;
  return front === true || (number !== undefined && number !== null) ? "high" : undefined;
}
