// The gateway api-comfy: what passes unchanged, what is refused, and what happens when one of the two sides goes.

import { createHash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import type { WebSocket } from "ws";
import { openSocket, startGateway, startUpstream } from "./gateway.test.support.js";

const credentials = { username: "anna", password: { $env: "PICTOR_TEST_PASSWORD" } };
const basic = `Basic ${Buffer.from("anna:pass-word").toString("base64")}`;
vi.stubEnv("PICTOR_TEST_PASSWORD", "pass-word");
const upstream = await startUpstream();
const gateway = await startGateway({
  baseUrl: upstream.url,
  profile: { type: "basic", settings: credentials },
});
beforeEach(() => upstream.permit(({ headers }) => headers.authorization === basic));
afterAll(async () => {
  vi.unstubAllEnvs();
  await gateway.close();
  await upstream.close();
});

/** Each request that reached the server, and its body. */
function record() {
  const requests: { readonly request: IncomingMessage; readonly body: Buffer }[] = [];
  upstream.answer((request, response) => {
    void buffer(request).then((body) => {
      requests.push({ request, body });
      response
        .writeHead(201, { "X-Own": "1", "Set-Cookie": "s=1", "Content-Type": "text/x-own" })
        .end("own ä");
    });
  });
  return requests;
}
const codeOf = async (reply: Response) => ((await reply.json()) as { readonly code: string }).code;

describe("a request", () => {
  it("reaches the server with the credentials of the profile, and else as it was", async () => {
    const requests = record();
    const body = Buffer.from([0, 1, 255, 10]);
    const reply = await fetch(`${gateway.url}/api/custom/a%2Fb?x=%20&y=+`, {
      method: "PUT",
      headers: {
        "Content-Type": "application/x-own",
        Cookie: "a=b",
        "X-Mine": "1",
        "X-Forwarded-For": "::1",
      },
      body,
    });
    expect([reply.status, reply.headers.get("x-own"), await reply.text()]).toEqual([201, "1", "own ä"]);
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect(reply.headers.get("content-type")).toBe("text/x-own");
    const [{ request, body: received } = { request: undefined, body: undefined }] = requests;
    expect([request?.method, request?.url, received]).toEqual(["PUT", "/api/custom/a%2Fb?x=%20&y=+", body]);
    expect(request?.headers).toMatchObject({ authorization: basic, "x-mine": "1", "content-length": "4" });
    for (const name of ["cookie", "origin", "x-forwarded-for", "referer"])
      expect(request?.headers).not.toHaveProperty(name);
    expect(`http://${request?.headers.host ?? ""}`).toBe(upstream.url);
  });

  it("needs the token below the port of the API, which the server does not see", async () => {
    const requests = record();
    expect((await fetch(`${gateway.mounted}/prompt`)).status).toBe(401);
    const headers = { "X-API-Key": gateway.token };
    expect((await fetch(`${gateway.mounted}/prompt`, { headers })).status).toBe(201);
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests[0]?.request.rawHeaders)).not.toContain(gateway.token);
  });

  it("keeps a long body in pieces, and its length", async () => {
    const requests = record();
    const body = Buffer.alloc(3 * 1024 * 1024, "abc");
    await fetch(`${gateway.url}/upload/image`, { method: "POST", body });
    expect(requests[0]?.body.equals(body)).toBe(true);
    expect(requests[0]?.request.headers["content-length"]).toBe(String(body.length));
  });

  it.each([204, 205, 304])("gets the status %i without a body", async (status) => {
    upstream.answer((_request, response) => void response.writeHead(status, { ETag: "x" }).end());
    const reply = await fetch(`${gateway.url}/view?filename=a`);
    expect([reply.status, reply.headers.get("etag"), await reply.text()]).toEqual([status, "x", ""]);
  });

  it("passes errors of ComfyUI unchanged", async () => {
    const body = JSON.stringify({ error: { type: "no_prompt" }, node_errors: {} });
    upstream.answer(
      (_request, response) => void response.writeHead(400, { "Content-Type": "application/json" }).end(body),
    );
    const reply = await fetch(`${gateway.url}/prompt`, { method: "POST", body: "{}" });
    expect([reply.status, await reply.text()]).toEqual([400, body]);
  });

  it("is told that the server has answered with a status that HTTP does not have", async () => {
    upstream.answer((_request, response) => void response.writeHead(999).end());
    const reply = await fetch(`${gateway.url}/prompt`);
    expect([reply.status, await codeOf(reply)]).toEqual([502, "COMFY_REPLY_INVALID"]);
  });

  it.each([
    ["POST", "/api/free", 403, "COMFY_ROUTE_CLOSED"],
    ["GET", "/a/..%2fmanager", 400, "COMFY_PATH_INVALID"],
  ])("%s %s is refused before the server sees it", async (method, path, status, code) => {
    const requests = record();
    const reply = await fetch(gateway.url + path, { method });
    expect([reply.status, await codeOf(reply), requests.length]).toEqual([status, code, 0]);
  });

  it("is told that the server refuses the credentials of the profile", async () => {
    upstream.permit(({ url }) => url?.endsWith("system_stats") === true);
    const reply = await fetch(`${gateway.url}/prompt`);
    expect([reply.status, await codeOf(reply)]).toEqual([403, "AUTH_REJECTED"]);
    expect(reply.headers.get("www-authenticate")).toBeNull();
  });

  it("is told that no server answers, and which backends there are", async () => {
    const gone = await startUpstream();
    await gone.close();
    const before = await startGateway({ baseUrl: gone.url });
    const reply = await fetch(`${before.url}/prompt`);
    expect([reply.status, await codeOf(reply)]).toEqual([502, "BACKEND_UNREACHABLE"]);
    await before.close();
    const headers = { "X-API-Key": gateway.token };
    const unknown = await fetch(gateway.mounted.replace("studio", "other"), { headers });
    expect([unknown.status, await codeOf(unknown)]).toEqual([404, "BACKEND_UNKNOWN"]);
    const none = await fetch(gateway.mounted.replace("/studio", ""), { headers });
    expect([none.status, await codeOf(none)]).toEqual([404, "COMFY_BACKEND_MISSING"]);
  });

  it.each([
    ["a profile that does not exist", { auth: "missing" }, "AUTH_PROFILE_UNKNOWN"],
    ["a setting that no backend has", { baseUri: "http://127.0.0.1:1/" }, "SETTINGS_INVALID"],
  ])("is not told that it is wrong when its backend has %s", async (_what, settings, code) => {
    const wrong = await startGateway({ baseUrl: upstream.url, settings });
    const reply = await fetch(`${wrong.url}/system_stats`);
    expect([reply.status, await reply.json()]).toEqual([
      502,
      expect.objectContaining({
        code: "COMFY_BACKEND_UNUSABLE",
        details: expect.objectContaining({ backend: "studio", code }),
        error: expect.objectContaining({ type: "COMFY_BACKEND_UNUSABLE" }),
      }),
    ]);
    await wrong.close();
  });

  it("is refused in the shape of ComfyUI, whose clients read the member `error`", async () => {
    const headers = { "X-API-Key": gateway.token };
    const reply = await fetch(gateway.mounted.replace("studio", "other"), { headers });
    expect(await reply.json()).toMatchObject({
      code: "BACKEND_UNKNOWN",
      error: { type: "BACKEND_UNKNOWN", message: expect.stringContaining("other"), extra_info: {} },
      node_errors: {},
    });
    const stranger = await fetch(gateway.mounted, { headers: { "X-API-Key": "wrong" } });
    expect([stranger.status, await stranger.json()]).toEqual([
      401,
      expect.objectContaining({ error: expect.objectContaining({ type: "API_CREDENTIAL_REFUSED" }) }),
    ]);
  });
});

describe("a connection that breaks", () => {
  it("ends the upload at the server when the client goes", async () => {
    const client = new Socket();
    const ended = new Promise<string>((resolve) =>
      upstream.answer((request) => {
        client.destroy();
        request.resume().on("error", () => undefined);
        request.on("close", () => resolve(request.complete ? "complete" : "broken"));
      }),
    );
    const { hostname, port } = new URL(gateway.url);
    client.connect(Number(port), hostname);
    client.write(
      `POST /upload/image HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 9000000\r\n\r\n`,
    );
    client.write(Buffer.alloc(3_000_000));
    expect(await ended).toBe("broken");
  });

  it("ends the download at the server when the client goes", async () => {
    const ended = new Promise<void>((resolve) =>
      upstream.answer((request, response) => {
        response.writeHead(200, { "Content-Length": "9000000000" }).write(Buffer.alloc(100_000));
        request.socket.on("close", () => resolve());
      }),
    );
    const leaving = new AbortController();
    const reply = await fetch(`${gateway.url}/view?filename=a`, { signal: leaving.signal });
    await reply.body?.getReader().read();
    leaving.abort();
    await ended;
  });

  it("reaches the client when the server breaks a download", async () => {
    upstream.answer((request, response) => {
      response.writeHead(200, { "Content-Length": "1000000" }).write(Buffer.alloc(100_000), () => {
        request.socket.destroy();
      });
    });
    const reply = await fetch(`${gateway.url}/view?filename=a`);
    await expect(reply.arrayBuffer()).rejects.toThrow();
    expect((await fetch(`${gateway.url}/system_stats`)).status).toBe(200);
  });
});

/** A frame in a form that is compared quickly. */
const shown = (frame: string | Buffer): string =>
  typeof frame === "string" ? frame : `${frame.length} ${createHash("sha256").update(frame).digest("hex")}`;

describe("a socket", () => {
  const pair = async (path = "/ws?clientId=a%20b") => {
    const server = new Promise<readonly [WebSocket, IncomingMessage]>((resolve) =>
      upstream.onSocket((socket, request) => resolve([socket, request])),
    );
    const client = openSocket(gateway.url + path, { Cookie: "a=b" });
    await client.opened;
    const [socket, request] = await server;
    return { client, server: socket, request };
  };
  const settled = async (done: () => boolean): Promise<void> => {
    await vi.waitFor(() => {
      expect(done()).toBe(true);
    }, patience);
  };

  it("opens with the credentials of the profile, and the query as it was", async () => {
    const { client, request } = await pair();
    expect(request.url).toBe("/ws?clientId=a%20b");
    expect(request.headers.authorization).toBe(basic);
    expect(request.headers).not.toHaveProperty("cookie");
    client.socket.close();
    await client.closed;
  });

  it("passes every frame unchanged and in order, in both directions", async () => {
    const { client, server } = await pair("/api/ws");
    const received: (string | Buffer)[] = [];
    server.on("message", (data: Buffer, isBinary) => received.push(isBinary ? data : data.toString()));
    const frames = [
      ...["", "text ä \u{1F58C}", JSON.stringify({ type: "status" })],
      ...[0, 1, 125, 126, 65_535, 65_536, 1_000_000].map((length) => Buffer.alloc(length, length % 251)),
      ...Array.from({ length: 200 }, (_, index) =>
        index % 2 === 0 ? `text ${index}` : Buffer.from([index]),
      ),
    ];
    for (const frame of frames) {
      server.send(frame);
      client.socket.send(frame);
    }
    await settled(() => client.frames.length === frames.length && received.length === frames.length);
    expect(client.frames.map(shown)).toEqual(frames.map(shown));
    expect(received.map(shown)).toEqual(frames.map(shown));
    client.socket.close();
    await client.closed;
  });

  it("loses no frame that the server sends at once", async () => {
    upstream.onSocket((socket) => {
      for (let index = 0; index < 50; index++) socket.send(String(index));
    });
    const client = openSocket(`${gateway.url}/ws`);
    await client.opened;
    await settled(() => client.frames.length === 50);
    expect(client.frames).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
    client.socket.close();
    await client.closed;
  });

  it.each([
    [1000, "done"],
    [1011, "broke"],
    [4000, "own"],
  ])("ends for the client as the server ends it, with %i", async (code, reason) => {
    const { client, server } = await pair();
    server.close(code, reason);
    expect(await client.closed).toEqual([code, reason]);
  });

  it("breaks for the client when it breaks at the server", async () => {
    const { client, server } = await pair();
    server.terminate();
    expect(await client.closed).toEqual([1006, ""]);
  });

  it.each([
    [1000, "done"],
    [4000, "own"],
  ])("ends at the server as the client ends it, with %i", async (code, reason) => {
    const { client, server } = await pair();
    client.socket.close(code, reason);
    const [found, text] = (await once(server, "close")) as [number, Buffer];
    expect([found, text.toString()]).toEqual([code, reason]);
  });

  it("ends at the server when the client's connection breaks", async () => {
    const { client, server } = await pair();
    client.socket.terminate();
    await once(server, "close");
  });

  it("is refused to the client when the server refuses it", async () => {
    upstream.permit(({ url }) => url?.endsWith("system_stats") === true);
    const client = openSocket(`${gateway.url}/ws`);
    const [, reply] = (await once(client.socket, "unexpected-response")) as [unknown, IncomingMessage];
    client.opened.catch(() => undefined);
    expect(reply.statusCode).toBe(403);
    expect((await buffer(reply)).toString()).toContain("AUTH_REJECTED");
  });

  it("is not read at the server while the client does not read", async () => {
    const { client, server } = await pair();
    client.socket.pause();
    const frame = Buffer.alloc(256 * 1024);
    let sent = 0;
    for (let index = 0; index < 256; index++)
      server.send(frame, () => {
        sent++;
      });
    let before = -1;
    while (before !== sent) {
      before = sent;
      for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    // 64 MiB; what the operating system keeps of three connections is far less.
    expect(sent).toBeLessThan(200);
    client.socket.resume();
    await settled(() => client.frames.length === 256);
    client.socket.close();
    await client.closed;
  });
});
