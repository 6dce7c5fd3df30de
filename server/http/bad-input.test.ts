// Requests that no client should send: each gets a clear answer or a closed connection, and the server goes on.

import type { Socket } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { OperationSpec } from "@pictor/features/base";
import { routes } from "../routes/table.js";
import { headOf, sendBytes } from "../testing/raw-client.js";
import { startTestServer } from "../testing/start-server.js";

const test = await startTestServer();
afterEach(async () => {
  expect((await test.call("GET", "/v1")).status).toBe(200);
  expect((await test.call("GET", "/v1/jobs")).json()["jobs"]).toEqual([]);
});
afterAll(() => test.close());

/** A request whose `params` have this many levels. */
const deep = (levels: number): string =>
  `{"workflow": "txt2img", "params": {"prompt": ${"[".repeat(levels)}${"]".repeat(levels)}}}`;

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
  ['{"workflow": "txt2img", "params": {"__proto__": {"admin": true}}}', 422, "API_INPUT_INVALID"],
  ['{"workflow": "txt2img", "params": []}', 422, "API_INPUT_INVALID"],
  [`{"workflow": "txt2img", "params": ${"[".repeat(100_000)}`, 400, "API_BODY_INVALID"],
  [deep(6_000), 400, "API_BODY_INVALID"],
  [deep(201), 400, "API_BODY_INVALID"],
  [Buffer.from([0x7b, 0xff, 0x7d]), 400, "API_BODY_INVALID"],
])("the body %j is refused", async (body, status, code) => {
  expect(await test.codeOf("POST", "/v1/jobs", { body })).toEqual([status, code]);
});

const withBody = Object.values(routes as Readonly<Record<string, OperationSpec>>).filter(
  ({ body }) => body !== undefined,
);
it.each(withBody.map(({ method, path }) => [method, path]))(
  "%s %s refuses bodies of every wrong type",
  async (method, path) => {
    const address = path.replaceAll(/\{\w+\}/g, "none");
    for (const body of ["7", '"text"', "[]", "null", "true", '{"noSuchMember": 1}', '{"a":', ""]) {
      const reply = await test.call(method, address, { body });
      expect([400, 404, 409, 422], `${method} ${path} ${body}: ${reply.bytes.toString()}`).toContain(
        reply.status,
      );
      expect(reply.json()["code"]).toMatch(/^[A-Z_]+$/);
    }
  },
);

const withId = Object.values(routes as Readonly<Record<string, OperationSpec>>).filter(({ path }) =>
  path.includes("{"),
);
it.each(withId.filter(({ method }) => method !== "PUT").map(({ method, path }) => [method, path]))(
  "%s %s refuses an unknown id",
  async (method, path) => {
    const address = path.replaceAll(/\{\w+\}/g, "none");
    const reply = await test.call(
      method,
      address,
      method === "GET" || method === "DELETE" ? {} : { body: {} },
    );
    expect([404, 422], reply.bytes.toString()).toContain(reply.status);
  },
);

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

const sendRaw = (text: string, after?: (socket: Socket) => void) => sendBytes(test.port, text, after);
const head = () => headOf(test);

it.each([
  ["no HTTP at all", () => "\u0016\u0003\u0001 hello\r\n\r\n"],
  ["10,000 headers", () => `GET /v1 HTTP/1.1\r\n${head()}${"X-A: b\r\n".repeat(10_000)}\r\n`],
  [
    "a host among the last of 3,000 headers",
    () =>
      `GET /v1 HTTP/1.1\r\n${head()}${"X:\r\n".repeat(3_000)}Origin: https://evil.example\r\nConnection: close\r\n\r\n`,
  ],
  ["the preface of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a version that does not exist", () => `GET /v1 HTTP/7.1\r\n${head()}\r\n`],
  ["a method that does not exist", () => `FETCH /v1 HTTP/1.1\r\n${head()}\r\n`],
  ["a line break inside a header", () => `GET /v1 HTTP/1.1\r\n${head()}X-A: b\rX-B: c\r\n\r\n`],
  ["a space before a colon", () => `GET /v1 HTTP/1.1\r\n${head()}X-A : b\r\n\r\n`],
  ["no Host", () => "GET /v1 HTTP/1.1\r\nConnection: close\r\n\r\n"],
  [
    "the address of another server",
    () => `GET http://evil.example/v1 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  ],
  ["a length that is no number", () => `POST /v1/jobs HTTP/1.1\r\n${head()}Content-Length: -1\r\n\r\n`],
  [
    "chunks of no number",
    () =>
      `POST /v1/jobs HTTP/1.1\r\n${head()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
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

it.each([
  ["request", ""],
  [
    "handshake",
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
  ],
])("a %s with two hosts is refused, although the first is right", async (_title, more) => {
  const request = `GET /v1/events HTTP/1.1\r\n${head()}Host: evil.example\r\n${more}\r\n`;
  expect(await sendRaw(request)).toMatch(/^HTTP\/1\.1 400 /);
});

it.each([
  ["an empty one", ""],
  ["a long one", "k".repeat(256)],
])("an Idempotency-Key that no client can mean is refused: %s", async (_title, key) => {
  const headers = { "Idempotency-Key": key };
  expect(await test.codeOf("POST", "/v1/jobs", { body: { workflow: "txt2img" }, headers })).toEqual([
    422,
    "API_INPUT_INVALID",
  ]);
});

it("a request that offers another protocol, as curl and Java do, is answered as any other", async () => {
  const headers = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABk" };
  expect((await test.call("GET", "/v1", { headers })).json()["product"]).toBe("pictor");
  expect((await test.call("POST", "/v1/tickets", { headers, body: {} })).json()["ticket"]).toBeTypeOf(
    "string",
  );
  expect((await test.call("POST", "/v1/jobs", { headers, body: {} })).status).toBe(422);
});

const post = `POST /v1/jobs HTTP/1.1\r\n`;
const json = "Content-Type: application/json\r\n";
const whole = '{"workflow":"txt2img"}';
const hex = whole.length.toString(16);

it("a name of a megabyte comes back as its beginning, its length and its end", async () => {
  const name = `${"a".repeat(900_000)}end`;
  const reply = await test.call("PUT", "/v1/environments/active", { body: { name } });
  expect([reply.status, reply.json()["code"]]).toEqual([404, "ENVIRONMENT_UNKNOWN"]);
  expect(reply.json()["title"]).toMatch(
    /^There is no environment "a+\.\.\. \(\d+ characters\) \.\.\.a+end"\.$/,
  );
  expect(reply.bytes.length).toBeLessThan(10_000);
});

it.each([
  ["announced, and ended", `${json}Content-Length: 1000\r\n\r\n{"workflow": `, "end"],
  ["announced, and reset", `${json}Content-Length: 1000\r\n\r\n{"workflow": `, "reset"],
  ["of which the part that arrived is valid", `${json}Content-Length: 1000\r\n\r\n${whole}`, "end"],
  [
    "in chunks, without the last one",
    `${json}Transfer-Encoding: chunked\r\n\r\n${hex}\r\n${whole}\r\n`,
    "end",
  ],
  ["in chunks, and reset", `${json}Transfer-Encoding: chunked\r\n\r\n${hex}\r\n${whole}\r\n`, "reset"],
] as const)(
  "a client that goes away in the middle of a body submits no job: %s",
  async (_title, rest, how) => {
    await sendRaw(`${post}${head()}${rest}`, (socket) => {
      if (how === "end") socket.end();
      else socket.resetAndDestroy();
    });
  },
);

it("a request whose client has closed its half is a closed connection", async () => {
  const reply = await sendRaw(`GET /v1 HTTP/1.1\r\n${head()}\r\n`, (socket) => {
    socket.end();
  });
  expect(reply).toMatch(/^$|^HTTP\/1\.1 200 /);
});

describe("requests that are sent before the first is answered", () => {
  it("are answered in their order", async () => {
    const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${head()}${more}\r\n`;
    const paths = ["/healthz", "/v1", "/v1/none", "/v1/jobs?limit=1"];
    const sent = paths.map((path, index) => get(path, index === 3 ? "Connection: close\r\n" : ""));
    const reply = await sendRaw(sent.join(""));
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(
      [200, 200, 404, 200].map((status) => `HTTP/1.1 ${status}`),
    );
  });

  it("end with one that is none, and none after it is answered", async () => {
    const reply = await sendRaw(
      `GET /v1 HTTP/1.1\r\n${head()}\r\n\u0000\u0001 none\r\n\r\nGET /v1 HTTP/1.1\r\n${head()}\r\n`,
    );
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toContain("HTTP/1.1 400");
  });

  it("do not begin inside the body of a request that was refused", async () => {
    const inner = `DELETE /v1/tokens/none HTTP/1.1\r\n${head()}\r\n`;
    const reply = await sendRaw(
      `${post}${head()}Content-Type: text/plain\r\nContent-Length: ${inner.length}\r\n\r\n${inner}GET /healthz HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`,
    );
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 415", "HTTP/1.1 200"]);
  });
});

/** Any code point except surrogates. fast-check's `unit: "binary"` means the same, but takes a second to initialize. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

it("random bytes are no crash", async () => {
  const texts = fc.sample(fc.oneof(fc.string(), fc.string({ unit: anyCharacter })), { numRuns: 40, seed: 1 });
  for (const text of texts) await sendRaw(`${text}\r\n\r\n`, (socket) => socket.end());
  for (const text of texts.slice(0, 20))
    await sendRaw(`GET /v1/${text} HTTP/1.1\r\n${head()}${text}\r\n\r\n`, (socket) => socket.end());
});
