// Requests that no client should send: each gets a clear answer or a closed connection, and the server goes on.

import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterEach(async () => {
  expect((await test.call("GET", "/v1")).status).toBe(200);
  expect((await test.call("GET", "/v1/jobs")).json()["jobs"]).toEqual([]);
});
afterAll(() => test.close());

it.each([
  ["{", 400, "API_BODY_INVALID"],
  ["", 400, "API_BODY_INVALID"],
  ["null", 422, "API_INPUT_INVALID"],
  ["[]", 422, "API_INPUT_INVALID"],
  ['"text"', 422, "API_INPUT_INVALID"],
  ["{}", 422, "API_INPUT_INVALID"],
  ['{"workflow": 7}', 422, "API_INPUT_INVALID"],
  ['{"workflow": "txt2img", "count": 0}', 422, "API_INPUT_INVALID"],
  ['{"workflow": "txt2img", "count": 1e999}', 422, "API_INPUT_INVALID"],
  ['{"workflow": "txt2img", "__proto__": {"admin": true}}', 422, "API_INPUT_INVALID"],
  ['{"workflow": "txt2img", "params": []}', 422, "API_INPUT_INVALID"],
  [`{"workflow": "txt2img", "params": ${"[".repeat(100_000)}`, 400, "API_BODY_INVALID"],
  [Buffer.from([0x7b, 0xff, 0x7d]), 400, "API_BODY_INVALID"],
])("the body %j is refused", async (body, status, code) => {
  const reply = await test.call("POST", "/v1/jobs", { body });
  expect([reply.status, reply.json()["code"]]).toEqual([status, code]);
});

it("all problems of a request are listed", async () => {
  const body = { workflow: 7, count: 0, backends: "x" };
  const reply = await test.call("POST", "/v1/jobs", { body });
  expect([reply.json()["title"], ...(reply.json()["also"] as object[])]).toHaveLength(3);
});

it("a body that is larger than allowed is refused, announced or not", async () => {
  const large = JSON.stringify({ workflow: "txt2img", params: { prompt: "x".repeat(10_000_000) } });
  expect((await test.call("POST", "/v1/jobs", { body: large })).json()["code"]).toBe("API_BODY_TOO_LARGE");
  const headers = { "Transfer-Encoding": "chunked" };
  const streamed = await test
    .call("POST", "/v1/jobs", { body: large, headers })
    .catch((error: unknown) => error);
  // The server may close the connection before the client has sent everything.
  if (!(streamed instanceof Error)) expect(streamed).toMatchObject({ status: 413 });
});

it.each([
  "/v1/jobs/%00",
  "/v1/jobs/%ff",
  "/v1/jobs/..%2f..%2fetc",
  "//evil.example/v1",
  "/v1/jobs/a/outputs/-1",
  "/v1?x=%",
])("the path %s is no crash", async (path) => {
  const { status } = await test.call("GET", path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

/** Sends bytes as they are, and resolves to what comes back until the server closes the connection. */
function sendRaw(text: string, after: (socket: Socket) => void = () => undefined): Promise<string> {
  return new Promise((resolve) => {
    let reply = "";
    const socket = connect(test.port, "127.0.0.1", () => {
      socket.write(text);
      after(socket);
    });
    socket.on("data", (chunk: Buffer) => (reply += chunk.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve(reply);
    });
  });
}

const head = () => `Host: 127.0.0.1:${test.port}\r\nAuthorization: Bearer ${test.server.token}\r\n`;

it.each([
  ["no HTTP at all", () => "\u0016\u0003\u0001 hello\r\n\r\n"],
  ["10,000 headers", () => `GET /v1 HTTP/1.1\r\n${head()}${"X-A: b\r\n".repeat(10_000)}\r\n`],
  ["a header of a megabyte", () => `GET /v1 HTTP/1.1\r\n${head()}X-A: ${"b".repeat(1_000_000)}\r\n\r\n`],
  [
    "two lengths",
    () => `POST /v1/jobs HTTP/1.1\r\n${head()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
  ],
  [
    "a length and chunks",
    () =>
      `POST /v1/jobs HTTP/1.1\r\n${head()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
])("a connection with %s is refused and closed", async (_title, request) => {
  expect(await sendRaw(request())).toMatch(/^HTTP\/1\.1 4\d\d /);
});

it("a client that goes away in the middle of a body leaves nothing behind", async () => {
  const request = `POST /v1/jobs HTTP/1.1\r\n${head()}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"workflow": `;
  await sendRaw(request, (socket) => {
    socket.end();
  });
});

it("two hosts are refused", async () => {
  const request = `GET /v1 HTTP/1.1\r\n${head()}Host: evil.example\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(request)).toMatch(/^HTTP\/1\.1 4\d\d /);
});
