// A proxy in front of any ComfyUI-compatible server that drops, delays, refuses and cuts connections. Faults have the
// format of the embedded server's; `proxyFaults` lists the kinds that a proxy can create.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { createActiveFaults } from "./active-faults.js";
import type { CaseFault, FaultKind } from "./case.js";
import { relayFrames } from "./relay-frames.js";
import { passOn, passOnHandshake, upstreamOf } from "./upstream.js";

/** Kinds that the embedded server does not have. */
export const proxyOnly: ReadonlySet<FaultKind> = new Set<FaultKind>([
  "long-previews",
  "late-request",
  "refuse-request",
]);

export const proxyFaults: ReadonlySet<FaultKind> = new Set<FaultKind>([
  ...proxyOnly,
  "late-reply",
  "early-events",
  "drop-socket",
  "refuse",
  "half-open",
  "status",
  "slow-view",
  "truncated-view",
  "lost-history",
  "late-history",
  "duplicate-events",
  "wrong-order",
]);

export interface Proxy {
  /** For the clients. */
  readonly url: string;
  /** The requests so far, by method and path. */
  readonly requests: () => readonly string[];
  /** Replaces the faults. */
  readonly set: (faults: readonly CaseFault[]) => void;
  readonly close: () => void;
}

interface ExecutingMessage {
  readonly type: string;
  readonly data: { readonly node: string | null; readonly prompt_id: string };
}

export async function startProxy(backend: string): Promise<Proxy> {
  const upstream = upstreamOf(backend);
  const { host } = new URL(backend);
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const endedAt = new Map<string, number>();
  const faults = createActiveFaults();
  let ended: () => void = () => undefined;

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", relaySocket);
  await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(on: number): Promise<void> {
    server.listen(on, "127.0.0.1");
    await once(server, "listening");
  }

  async function refuse(ms: number): Promise<void> {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await wait(ms);
    await listen(port);
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://proxy");
    const route = `${request.method} ${pathname.replace(/^\/api(?=\/)/, "")}`;
    const isSubmit = route === "POST /prompt";
    requests.push(route);
    const refused = faults.strike("status", ({ method = "POST", route: of = "/prompt" }) =>
      route.startsWith(`${method} ${of}`),
    );
    if (refused !== undefined && refused.queued !== true) {
      request.resume();
      const headers = { "content-type": "text/plain" };
      response.writeHead(refused.status, headers).end(`${refused.status}: made by the proxy`);
      return;
    }
    const outage = isSubmit ? faults.strike("refuse-request") : undefined;
    if (outage !== undefined) {
      await refuse(outage.ms);
      return;
    }
    const runEnded = new Promise<void>((resolve) => (ended = resolve));
    const late = isSubmit ? faults.strike("late-request") : undefined;
    const body = late === undefined ? undefined : await buffer(request);
    if (late !== undefined) await wait(late.ms);
    const answer = await ask(request, body);
    if (refused !== undefined) {
      answer.resume();
      response.writeHead(refused.status).end();
      return;
    }
    if (isSubmit) await delayReply(runEnded);
    if (route.startsWith("GET /history/") && hidesHistory(route.slice("GET /history/".length))) {
      answer.resume();
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (route === "GET /view") await view(answer, response);
    else answer.pipe(response);
  }

  async function delayReply(runEnded: Promise<void>): Promise<void> {
    const late = faults.strike("late-reply");
    if (late !== undefined) await wait(late.ms);
    if (faults.strike("early-events") !== undefined) await runEnded;
  }

  function hidesHistory(promptId: string): boolean {
    if (faults.find("lost-history") !== undefined) return true;
    const late = faults.find("late-history");
    return late !== undefined && Date.now() - (endedAt.get(promptId) ?? Date.now()) < late.ms;
  }

  async function view(answer: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
    const slow = faults.find("slow-view");
    let left = faults.strike("truncated-view")?.bytes ?? Infinity;
    for await (const chunk of answer) {
      response.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) {
        setTimeout(() => response.destroy(), 20);
        return;
      }
      if (slow !== undefined) await wait((chunk.length / slow.bytesPerSecond) * 1000);
    }
    response.end();
  }

  function ask(request: IncomingMessage, body: Buffer | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = passOn(request, upstream, { ...request.headers, host });
      asked.on("response", resolve).on("error", reject);
      if (body === undefined) request.pipe(asked);
      else asked.end(body);
    });
  }

  function relaySocket(request: IncomingMessage, client: Socket, head: Buffer): void {
    requests.push("GET /ws");
    const { "sec-websocket-extensions": _, ...headers } = request.headers;
    const socket = passOnHandshake(request, head, upstream, { ...headers, host });
    client.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.on("data", (chunk) => socket.write(chunk));
    relayFrames(socket, client, { faults, note, refuse: (ms) => void refuse(ms) });
  }

  function note(text: string): void {
    if (!text.includes('"executing"')) return;
    const { type, data } = JSON.parse(text) as ExecutingMessage;
    if (type !== "executing" || data.node !== null) return;
    endedAt.set(data.prompt_id, Date.now());
    ended();
  }

  return {
    url: `http://127.0.0.1:${port}/`,
    requests: () => requests,
    set(next) {
      faults.set(next);
      const now = faults.strike("refuse", ({ afterFrames }) => afterFrames === undefined);
      if (now !== undefined) void refuse(now.ms);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
