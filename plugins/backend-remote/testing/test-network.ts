// A Network for tests over undici and ws, without hooks, with the kernel's error codes.

import { fault, PictorError, reasonOf } from "@pictor/kernel/plugin";
import type { CallOptions, Network, Reply, RequestBody, RequestInput, Socket } from "@pictor/kernel/plugin";
import { request } from "undici";
import { WebSocket } from "ws";

const headersOf = ({ headers, auth }: RequestInput): Record<string, string> => ({
  ...Object.fromEntries(Array.isArray(headers) ? headers : Object.entries(headers ?? {})),
  ...(typeof auth === "string" ? { authorization: `Profile ${auth}` } : {}),
});

const isStream = (body: RequestInput["body"]): body is RequestBody =>
  typeof body === "object" && !(body instanceof Uint8Array);

async function send(input: RequestInput, { signal }: CallOptions = {}): Promise<Reply> {
  const method = (input.method ?? "GET") as "GET" | "HEAD" | "POST";
  const body = isStream(input.body) ? (input.body.open() as unknown as Uint8Array) : input.body;
  const length = isStream(input.body) ? input.body.length : undefined;
  const response = await request(input.url, {
    method,
    headers: { ...headersOf(input), ...(length === undefined ? {} : { "content-length": String(length) }) },
    body: body ?? null,
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof PictorError) throw error;
    const { code } = error as { readonly code?: string };
    const details = { method, url: input.url, reason: reasonOf(error), advice: "Check it." };
    throw fault("REQUEST_FAILED", details, { cause: error, more: { systemCode: code } });
  });
  const { statusCode: status, headers } = response;
  const location = headers["location"];
  if (typeof location === "string") {
    await response.body.dump();
    const reply = await send({ url: new URL(location, input.url).href }, { signal });
    return {
      ...reply,
      notes: [],
      hops: [{ method, url: input.url, status, sentHeaders: [] }, ...reply.hops],
    };
  }
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    url: input.url,
    body: response.body as unknown as Reply["body"],
    notes: [],
    hops: [{ method, url: input.url, status, sentHeaders: [] }],
    text: () => response.body.text(),
    bytes: async () => new Uint8Array(await response.body.arrayBuffer()),
    discard: () => response.body.dump(),
  };
}

const connect: Network["connect"] = (input, handlers, { signal } = {}) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(input.url, { headers: headersOf(input) });
    const abort = (): void => {
      socket.terminate();
    };
    signal?.addEventListener("abort", abort, { once: true });
    socket.on("message", (data: Buffer, isBinary) => {
      void handlers.message(isBinary ? data : data.toString());
    });
    socket.on("unexpected-response", (_request, response) => {
      reject(fault("SOCKET_REFUSED", { url: input.url, status: response.statusCode ?? 0 }));
      socket.terminate();
    });
    socket.on("error", (error) =>
      reject(
        fault("REQUEST_FAILED", { method: "GET", url: input.url, reason: reasonOf(error), advice: "a" }),
      ),
    );
    socket.on("open", () => {
      socket.on("close", (code, reason) => handlers.close(code, reason.toString()));
      resolve(wrapped(socket));
    });
  });

const wrapped = (socket: WebSocket): Socket => ({
  send: (data) => {
    socket.send(data);
    return Promise.resolve();
  },
  ping: () => Promise.resolve(),
  close: () =>
    new Promise((resolve) => {
      if (socket.readyState === socket.CLOSED) resolve();
      socket.once("close", () => resolve());
      socket.close();
    }),
});

/** Sends real requests; an auth profile becomes the header `authorization: Profile <name>`. */
export const testNetwork: Network = { send, connect };
