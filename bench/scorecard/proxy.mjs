// A proxy in front of any ComfyUI-compatible server that drops, delays, refuses and cuts connections. Faults have the format of the embedded
// server's; `proxyFaults` lists the kinds that a proxy can create.

import { createServer, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { frameCutter, isMessage, longerFrame } from "./frames.mjs";

export const proxyFaults = new Set([
  "long-previews",
  "late-request",
  "refuse-request",
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

/**
 * Kinds that the embedded server does not have: `{ kind: "long-previews", bytes }` appends bytes to each preview;
 * `{ kind: "late-request", ms }` forwards a submission after a delay, even if its client has disconnected;
 * `{ kind: "refuse-request", ms }` closes the port for a time when a submission arrives, which is dropped.
 */
export const proxyOnly = new Set(["long-previews", "late-request", "refuse-request"]);

/** `url` is for the clients; `set` replaces the faults; `requests()` lists the requests so far. */
export async function startProxy(backend) {
  const target = new URL(backend);
  const address = { host: target.hostname, port: Number(target.port) };
  const sockets = new Set();
  const requests = [];
  const endedAt = new Map();
  let faults = [];
  let ended = () => undefined;

  const find = (kind) => faults.find((fault) => fault.kind === kind && (fault.times ?? 1) > 0);
  const strike = (fault) => {
    if (fault?.times !== undefined) fault.times--;
    return fault;
  };

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", relaySocket);
  await listen(0);
  const { port } = server.address();

  function listen(on) {
    return new Promise((resolve) => server.listen(on, "127.0.0.1", resolve));
  }

  async function refuse({ ms }) {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await wait(ms);
    await listen(port);
  }

  async function forward(request, response) {
    const { pathname } = new URL(request.url, "http://proxy");
    const route = `${request.method} ${pathname.replace(/^\/api(?=\/)/, "")}`;
    requests.push(route);
    const refused = faults.find((fault) => isStatusFor(fault, route));
    if (refused !== undefined && !refused.queued) {
      strike(refused);
      request.resume();
      response
        .writeHead(refused.status, { "content-type": "text/plain" })
        .end(`${refused.status}: made by the proxy`);
      return;
    }
    const outage = route === "POST /prompt" ? strike(find("refuse-request")) : undefined;
    if (outage !== undefined) return refuse(outage);
    const runEnded = new Promise((resolve) => (ended = resolve));
    const late = route === "POST /prompt" ? strike(find("late-request")) : undefined;
    const body = late === undefined ? undefined : await buffer(request);
    if (late !== undefined) await wait(late.ms);
    const answer = await ask(request, body);
    if (refused !== undefined) {
      strike(refused);
      answer.resume();
      response.writeHead(refused.status).end();
      return;
    }
    if (route === "POST /prompt") await delayReply(runEnded);
    if (route.startsWith("GET /history/") && hidesHistory(route.split("/").at(-1))) {
      answer.resume();
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    response.writeHead(answer.statusCode, answer.headers);
    if (route === "GET /view") await view(answer, response);
    else answer.pipe(response);
  }

  const isStatusFor = (fault, route) =>
    fault.kind === "status" &&
    (fault.times ?? 1) > 0 &&
    route.startsWith(`${fault.method ?? "POST"} ${fault.route ?? "/prompt"}`);

  async function delayReply(runEnded) {
    const late = strike(find("late-reply"));
    if (late !== undefined) await wait(late.ms);
    if (strike(find("early-events")) !== undefined) await runEnded;
  }

  function hidesHistory(promptId) {
    if (find("lost-history") !== undefined) return true;
    const late = find("late-history");
    return late !== undefined && Date.now() - (endedAt.get(promptId) ?? Date.now()) < late.ms;
  }

  async function view(answer, response) {
    const truncated = strike(find("truncated-view"));
    const slow = find("slow-view");
    let left = truncated?.bytes ?? Infinity;
    for await (const chunk of answer) {
      response.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) return void setTimeout(() => response.destroy(), 20);
      if (slow !== undefined) await wait((chunk.length / slow.bytesPerSecond) * 1000);
    }
    response.end();
  }

  function ask(request, body) {
    return new Promise((resolve, reject) => {
      const { method, url: path, headers } = request;
      const asked = httpRequest(
        { ...address, method, path, headers: { ...headers, host: target.host } },
        resolve,
      );
      asked.on("error", reject);
      if (body === undefined) request.pipe(asked);
      else asked.end(body);
    });
  }

  function relaySocket(request, client, head) {
    requests.push("GET /ws");
    const upstream = connect(address, () => {
      const lines = Object.entries({ ...request.headers, host: target.host })
        .filter(([name]) => name !== "sec-websocket-extensions")
        .map(([name, value]) => `${name}: ${value}\r\n`);
      upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      upstream.write(head);
    });
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.on("data", (chunk) => upstream.write(chunk));
    relayFrames(upstream, client);
  }

  /** Frames of a run are those that name a prompt, and binary ones. Each socket counts separately. */
  function relayFrames(upstream, client) {
    const cutter = frameCutter();
    let handshake = Buffer.alloc(0);
    let isOpen = false;
    let count = 0;
    let held;
    let silent = false;
    const send = (frame) => {
      if (silent) return;
      const long = frame.opcode === 2 ? find("long-previews") : undefined;
      client.write(long === undefined ? frame.bytes : longerFrame(frame, long.bytes));
    };
    const relay = (frame) => {
      if (!isMessage(frame)) return send(frame);
      note(frame);
      const isOfRun = frame.opcode === 2 || frame.text.includes('"prompt_id"');
      if (isOfRun) count++;
      if (held !== undefined) {
        send(frame);
        frame = held;
        held = undefined;
      } else if (isOfRun && count % 4 === 0 && find("wrong-order") !== undefined) {
        held = frame;
        return;
      }
      send(frame);
      if (isOfRun && find("duplicate-events") !== undefined) send(frame);
      if (isOfRun) cut();
    };
    const cut = () => {
      const due = (kind) => faults.find((fault) => isDue(fault, kind));
      const isDue = (fault, kind) =>
        fault.kind === kind && (fault.times ?? 1) > 0 && count === fault.afterFrames;
      if (strike(due("half-open")) !== undefined) silent = true;
      if (strike(due("drop-socket")) !== undefined) client.resetAndDestroy();
      const outage = strike(due("refuse"));
      if (outage !== undefined) void refuse(outage);
    };
    upstream.on("data", (chunk) => {
      if (!isOpen) {
        handshake = Buffer.concat([handshake, chunk]);
        const end = handshake.indexOf("\r\n\r\n");
        if (end === -1) return;
        isOpen = true;
        client.write(handshake.subarray(0, end + 4));
        chunk = handshake.subarray(end + 4);
      }
      cutter.push(chunk).forEach(relay);
    });
  }

  function note({ text }) {
    if (!text.includes('"executing"')) return;
    const { type, data } = JSON.parse(text);
    if (type !== "executing" || data.node !== null) return;
    endedAt.set(data.prompt_id, Date.now());
    ended();
  }

  return {
    url: `http://127.0.0.1:${port}/`,
    requests: () => requests,
    set(next) {
      faults = next.map((fault) => ({ ...fault }));
      const now = faults.find((fault) => fault.kind === "refuse" && fault.afterFrames === undefined);
      if (now !== undefined) void refuse(strike({ times: 1, ...now }));
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
