// One HTTP exchange over undici, without redirects, retries or credentials of its own.

import { Readable } from "node:stream";
import type { Agent, Dispatcher } from "undici";
import type { OutgoingRequest } from "./types.js";

export type Response = Dispatcher.ResponseData;

export interface Transport {
  exchange(request: OutgoingRequest, signal: AbortSignal | undefined, timeoutMs: number): Promise<Response>;
  close(): Promise<void>;
}

/** Connections are kept per origin and closed with the kernel. undici (56 ms) is loaded by the first request. */
export function createTransport(): Transport {
  let loading: Promise<{ undici: typeof import("undici"); agent: Agent }> | undefined;
  const load = () =>
    (loading ??= import("undici").then((undici) => ({
      undici,
      agent: new undici.Agent({ allowH2: false }),
    })));

  return {
    async exchange(request, signal, timeoutMs) {
      const { undici, agent } = await load();
      const { body } = request;
      const headers = request.headers.flat();
      const hasLength = request.headers.some(([name]) => name.toLowerCase() === "content-length");
      if (body?.length !== undefined && !hasLength) headers.push("content-length", String(body.length));
      return undici.request(request.url, {
        dispatcher: agent,
        method: request.method,
        headers,
        headersTimeout: timeoutMs,
        ...(body === undefined ? {} : { body: Readable.from(body.open(), { objectMode: false }) }),
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async close() {
      const agent = loading === undefined ? undefined : (await loading).agent;
      await agent?.destroy();
    },
  };
}
