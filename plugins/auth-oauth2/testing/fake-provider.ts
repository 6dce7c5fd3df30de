// For tests of protocol calls: settings, a context without a kernel, and a provider with scripted replies.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { fault, PictorError } from "@pictor/kernel/plugin";
import type { Network, Reply } from "@pictor/kernel/plugin";
import { createFakeClock, listen } from "@pictor/host/testing";
import { request } from "undici";
import { afterAll, beforeEach } from "vitest";
import type { ProviderContext } from "../replies/send-to-provider.js";
import { settingFactory } from "./settings.js";

/** The time of the clock in `contextWith`, in milliseconds since 1970. */
export const nowMs = Date.UTC(2026, 0, 1);

export const settingWith = settingFactory("test", { grantType: "client_credentials", clientId: "my-client" });

/** Sends real requests and rejects with the errors of the kernel's network. Redirects are rejected. */
const send: Network["send"] = async (input, { signal, maxBytes = Infinity } = {}) => {
  const { url, method = "GET", body } = input;
  const failure = (reason: string) => fault("REQUEST_FAILED", { method, url, reason, advice: "a" });
  const sent = Array.isArray(input.headers) ? input.headers : Object.entries(input.headers ?? {});
  const response = await request(url, {
    method: method as "GET" | "POST",
    headers: sent.flat() as string[],
    body: (body as string | undefined) ?? null,
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted === true ? error : failure("connection refused");
  });
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const target = headers["location"];
  if (target !== undefined && input.redirect === "error") {
    await response.body.dump();
    throw fault("REQUEST_REDIRECT", { method, url, target, reason: "which this request does not follow" });
  }
  const bytes = async (): Promise<Uint8Array> => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of response.body) {
        chunks.push(chunk as Buffer);
        if (Buffer.concat(chunks).length > maxBytes) throw fault("REQUEST_TOO_LARGE", { url, maxBytes });
      }
    } catch (error) {
      throw error instanceof PictorError || signal?.aborted === true ? error : failure("connection broke");
    }
    return Buffer.concat(chunks);
  };
  const reply: Omit<Reply, "body"> = {
    status: response.statusCode,
    headers,
    url,
    hops: [],
    notes: [],
    bytes,
    text: async () => Buffer.from(await bytes()).toString(),
    discard: () => response.body.dump(),
  };
  return reply as Reply;
};

/** By default the clock stands still and nothing is cancelled. */
export const contextWith = (over: Partial<ProviderContext> = {}): ProviderContext => ({
  send,
  clock: createFakeClock(nowMs),
  signal: new AbortController().signal,
  ...over,
});

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A fixed reply, or a function that writes the reply. */
export type ScriptedReply = FixedReply | ((request: ReceivedRequest, response: ServerResponse) => void);
export interface FixedReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, text and bytes as they are. */
  readonly body?: object | string;
}

function write({ status = 200, headers = {}, body = "" }: FixedReply, response: ServerResponse): void {
  const isJson = typeof body === "object" && !(body instanceof Uint8Array);
  response.writeHead(status, { ...(isJson ? { "content-type": "application/json" } : {}), ...headers });
  response.end(isJson ? JSON.stringify(body) : body);
}

/** A provider on a free loopback port. */
export async function startFakeProvider() {
  const received: ReceivedRequest[] = [];
  const replies = new Map<string, ScriptedReply>();
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url: path = "", headers } = incoming;
    const record = { method, path, headers, body: await text(incoming) };
    received.push(record);
    const scripted = replies.get(path) ?? replies.get("*") ?? { status: 404 };
    if (typeof scripted === "function") scripted(record, response);
    else write(scripted, response);
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  const { origin, close } = await listen(server);
  return {
    url: origin,
    received: received as readonly ReceivedRequest[],
    /** Sets the reply to all later requests, or to those of one path. */
    replyWith: (scripted: ScriptedReply, path = "*"): void => {
      replies.set(path, scripted);
    },
    /** Forgets the requests received so far. */
    reset: (): void => {
      received.length = 0;
    },
    close,
  };
}

/** A provider for all tests of a file, which forgets its received requests before each test. */
export async function useFakeProvider() {
  const provider = await startFakeProvider();
  beforeEach(() => provider.reset());
  afterAll(() => provider.close());
  return provider;
}

/** The error with which `work` rejects. */
export async function rejectionOf(work: () => Promise<unknown>): Promise<PictorError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PictorError) return error;
    throw error;
  }
  throw new Error("the work did not reject");
}

/** Every text in which a value can appear when it is printed, including hidden properties and causes. */
export const printed = (value: unknown): string =>
  [
    inspect(value, { depth: 20, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity }),
    JSON.stringify(value),
    value instanceof Error
      ? `${value.message} ${value.stack} ${JSON.stringify(value, Object.getOwnPropertyNames(value))}`
      : "",
  ].join("\n");

/** The parameters of a form-encoded body, in their order. */
export const formParametersOf = ({ body }: ReceivedRequest): readonly (readonly [string, string])[] => [
  ...new URLSearchParams(body),
];
