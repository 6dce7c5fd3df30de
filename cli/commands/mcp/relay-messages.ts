// Relays lines of JSON-RPC between two streams and an MCP server over HTTP: each line is a request, each event of a reply a line.

import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { reasonOf } from "@pictor/kernel";
import { readEventData } from "./read-event-data.js";

export interface RelayOptions {
  readonly input: Readable;
  /** Writes one line; resolves when it is written. */
  readonly write: (line: string) => Promise<void>;
  /** Answers a request of the streamable HTTP transport. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Ends the relay, as the end of the input does. */
  readonly signal: AbortSignal;
}

/** No request leaves the process; the API needs a whole address. */
const url = "http://localhost/mcp";
const jsonRpcInternalError = -32_603;

/** The reply to a message whose request has failed as a whole. */
const failed = (error: unknown): Response =>
  Response.json({
    jsonrpc: "2.0",
    error: { code: jsonRpcInternalError, message: reasonOf(error) },
    id: null,
  });

/** The messages of a reply: the events of a stream, or one JSON body. */
async function* messagesOf(response: Response): AsyncGenerator<string> {
  const type = response.headers.get("content-type") ?? "";
  if (response.body !== null && type.startsWith("text/event-stream")) yield* readEventData(response.body);
  else {
    const text = (await response.text()).trim();
    if (text !== "") yield text;
  }
}

/**
 * Relays until the input ends or the signal is aborted. Then the calls that run are told that their client has gone; the relay
 * resolves when all replies are written.
 */
export async function relayMessages({ input, write, answer, signal }: RelayOptions): Promise<void> {
  const gone = new AbortController();
  const running = new Set<Promise<void>>();
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    // The session tells the calls of this relay from all others.
    "Mcp-Session-Id": randomUUID(),
  };

  const relay = async (line: string): Promise<void> => {
    const request = new Request(url, { method: "POST", headers, body: line, signal: gone.signal });
    const response = await answer(request).catch(failed);
    for await (const message of messagesOf(response)) await write(message);
  };

  const lines = createInterface({ input, crlfDelay: Infinity });
  const stop = (): void => {
    lines.close();
  };
  signal.addEventListener("abort", stop);
  try {
    if (signal.aborted) stop();
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const relayed = relay(line).finally(() => running.delete(relayed));
      running.add(relayed);
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
  gone.abort(new DOMException("The client has closed its output.", "AbortError"));
  await Promise.all(running);
}
