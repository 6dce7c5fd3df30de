// HTTP and WebSocket servers on the loopback address that record their requests, and auth schemes for tests.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import {
  createTestPictor,
  manifestOf,
  settlePromises,
  type TestPictor,
  type TestPictorOptions,
} from "@pictor/host/testing";
import {
  type Plugin,
  setHeader,
  setQueryParameter,
  type OutgoingRequest,
  type SendContext,
} from "@pictor/kernel";
import { listenInTest } from "./listen.js";

/** A request that a server has received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** Starts a server that is closed when the test ends. */
export async function serve(answer: Answer = (_request, response) => response.end("ok")) {
  const arrived: ReceivedRequest[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request;
    const record = { method, url, headers, body: await text(request).catch(() => "(aborted)") };
    arrived.push(record);
    answer(record, response);
  };
  const server: Server = createServer((request, response) => void take(request, response));
  const { origin, host, sockets, close } = await listenInTest(server);
  return { arrived, sockets: () => sockets.size, server, origin, ws: `ws://${host}`, close };
}
export type Loopback = Awaited<ReturnType<typeof serve>>;

/** Redirects every request to `location`. */
export const redirectTo =
  (location: () => string, status = 302): Answer =>
  (_request, response) =>
    void response.writeHead(status, { location: location() }).end();

/** Accepts WebSockets whose handshake carries `authorization`, and answers others with 401. */
export function serveSockets(
  { server }: Pick<Loopback, "server">,
  onSocket: (send: (data: string) => void) => void,
  wanted?: string,
) {
  const sockets = new WebSocketServer({ noServer: true });
  const handshakes: Readonly<Record<string, unknown>>[] = [];
  server.on("upgrade", (request, socket, head) => {
    handshakes.push({ url: request.url, ...request.headers });
    if (wanted !== undefined && request.headers.authorization !== wanted) {
      socket.end(
        "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Test\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("message", (data) => opened.send(data as Buffer, { binary: false }));
      onSocket((data) => opened.send(data));
    });
  });
  return { handshakes, sockets };
}

const secretField = { type: "string", default: "", "x-secret": true };
const scheme = (id: string, properties: object, challenge = false) => ({
  id,
  title: id,
  handler: id,
  settings: { type: "object", properties },
  challenge,
});
type Setting = Readonly<Record<string, string>>;
const settingsOf = (request: OutgoingRequest): Setting => request.auth.settings as Setting;

/** Auth schemes that add a header or a query parameter, answer a challenge, or change what no scheme may change. */
export const schemes = {
  manifest: manifestOf("auth-test", "auth", {
    contributes: {
      authSchemes: [
        scheme("header", { name: { type: "string", default: "Authorization" }, value: secretField }),
        scheme("query", { name: { type: "string", default: "api_key" }, value: secretField }),
        scheme("challenge", { value: secretField }, true),
        scheme("bad", { how: { type: "string" } }),
      ],
    },
  }),
  plugin: (() => ({
    handlers: {
      header: (request: OutgoingRequest) =>
        setHeader(request, settingsOf(request)["name"]!, settingsOf(request)["value"]!),
      query: (request: OutgoingRequest) =>
        setQueryParameter(request, settingsOf(request)["name"]!, settingsOf(request)["value"]!),
      challenge: (request: OutgoingRequest, { challenge }: SendContext) =>
        setHeader(
          request,
          "authorization",
          challenge === undefined
            ? "none"
            : `${challenge.headers["www-authenticate"]} ${settingsOf(request)["value"]}`,
        ),
      bad: (request: OutgoingRequest) => {
        switch (settingsOf(request)["how"]) {
          case "method":
            return { ...request, method: "DELETE" };
          case "address":
            return { ...request, url: "http://elsewhere.invalid/" };
          case "body":
            return {
              ...request,
              body: { open: () => [] as unknown as AsyncIterable<Uint8Array>, replayable: true },
            };
          case "host":
            return setHeader(request, "Host", "elsewhere.invalid");
          case "line-break":
            return setHeader(request, "x-key", "a\r\nx-smuggled: SECRET");
          case "percent":
            return { ...request, url: `${request.url}?key=%zz` };
          default:
            throw new Error("boom");
        }
      },
    },
  })) as unknown as Plugin,
};

/** Handlers of a socket whose messages do not matter. */
export const ignore = { message: () => undefined, close: () => undefined };

/** The error with which a promise rejects: `await promise.catch(caught)`. */
export const caught = (error: unknown): unknown => error;

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settlePromises();
}

/** Servers, and kernels with these schemes, that end with their test. */
export const lab = {
  serve,
  async kernel(
    plugins: TestPictorOptions["plugins"] = [],
    configuration: TestPictorOptions["configuration"] = {},
  ): Promise<TestPictor> {
    const test = await createTestPictor({ plugins: [schemes, ...plugins], configuration });
    onTestFinished(test.dispose);
    return test;
  },
  /** A Pictor whose configuration has this section `network`. */
  pictor: async (network: object = {}) => (await lab.kernel([], { network })).pictor,
  /** A server and a kernel. */
  async open(answer?: Answer): Promise<TestPictor & { readonly server: Loopback }> {
    const server = await serve(answer);
    return { ...(await lab.kernel()), server };
  },
};
