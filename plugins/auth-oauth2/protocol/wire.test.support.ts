// What the tests of the protocol work with: settings, a wire without a kernel, and a provider that says what it is told.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { fault, PictorError } from "@pictor/kernel/plugin";
import type { Network, Reply } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/kernel/testing";
import { request } from "undici";
import type { Fields, OAuthSetting } from "../setting.js";
import type { Wire } from "./types.js";
import { blank } from "../blank.test.support.js";

/** Milliseconds since 1970 at which the clock of `testWire` stands. */
export const nowMs = Date.UTC(2026, 0, 1);

const own: Fields = { ...blank, grantType: "client_credentials", clientId: "my-client" };

export const setting = (fields: Partial<Fields> = {}): OAuthSetting => ({
  fields: { ...own, ...fields },
  profile: "test",
  file: undefined,
  environment: undefined,
});

/** Sends for real, with the errors of the kernel's network. Redirects are refused, as every caller here asks for. */
const send: Network["send"] = async (input, { signal, maxBytes = Infinity } = {}) => {
  const { url, method = "GET", body } = input;
  const at = { method, url };
  const sent = Array.isArray(input.headers) ? input.headers : Object.entries(input.headers ?? {});
  const response = await request(url, {
    method: method as "GET" | "POST",
    headers: sent.flat() as string[],
    body: (body as string | undefined) ?? null,
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw fault("REQUEST_FAILED", { ...at, reason: "connection refused" });
  });
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const target = headers["location"];
  if (target !== undefined && input.redirect === "error") {
    await response.body.dump();
    throw fault("REQUEST_REDIRECT", { ...at, target, reason: "which this request does not follow" });
  }
  const bytes = async (): Promise<Uint8Array> => {
    const chunks: Buffer[] = [];
    for await (const chunk of response.body) {
      chunks.push(chunk as Buffer);
      if (Buffer.concat(chunks).length > maxBytes) throw fault("REQUEST_TOO_LARGE", { url, maxBytes });
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

/** A clock that stands still unless the test moves it, and a signal that nobody aborts unless the test does. */
export const testWire = (over: Partial<Wire> = {}): Wire => ({
  send,
  clock: createFakeClock(nowMs),
  signal: new AbortController().signal,
  ...over,
});

/** One request as it arrived. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the provider answers: fixed, or as the test writes it. */
export type Scripted = FixedAnswer | ((seen: Seen, response: ServerResponse) => void);
export interface FixedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a text and bytes as they are. */
  readonly body?: object | string;
}

function write({ status = 200, headers = {}, body = "" }: FixedAnswer, response: ServerResponse): void {
  const isJson = typeof body === "object" && !(body instanceof Uint8Array);
  response.writeHead(status, { ...(isJson ? { "content-type": "application/json" } : {}), ...headers });
  response.end(isJson ? JSON.stringify(body) : body);
}

export interface FakeProvider {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** What every later request is answered with; with a path, those of this path. */
  answer(scripted: Scripted, path?: string): void;
  close(): Promise<void>;
}

/** A provider on a free loopback port that says anything it is told to. */
export async function fakeProvider(): Promise<FakeProvider> {
  const seen: Seen[] = [];
  const answers = new Map<string, Scripted>();
  const take = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url: path = "", headers } = incoming;
    const record = { method, path, headers, body: await text(incoming) };
    seen.push(record);
    const scripted = answers.get(path) ?? answers.get("*") ?? { status: 404 };
    if (typeof scripted === "function") scripted(record, response);
    else write(scripted, response);
  };
  const server = createServer((incoming, response) => void take(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: (scripted, path = "*") => {
      answers.set(path, scripted);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The error that some work ends with. */
export async function failure(work: () => Promise<unknown>): Promise<PictorError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PictorError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** Everything that can be seen of a value, however it is printed. */
export const printed = (value: unknown): string =>
  [
    inspect(value, { depth: 20, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity }),
    JSON.stringify(value),
    value instanceof Error
      ? `${value.message} ${value.stack} ${JSON.stringify(value, Object.getOwnPropertyNames(value))}`
      : "",
  ].join("\n");

/** The parameters of a form-encoded body, in the order in which they came. */
export const formOf = ({ body }: Seen): readonly (readonly [string, string])[] => [
  ...new URLSearchParams(body),
];
