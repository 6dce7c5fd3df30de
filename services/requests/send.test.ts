// Requests over real sockets: bodies, early refusals, challenges, aborts and time limits.

import { describe, expect, it } from "vitest";
import { settlePromises } from "@pictor/host/testing";
import { caught, lab, redirectTo } from "../testing/loopback-servers.js";
import type { RequestInput } from "@pictor/kernel";

const bytes = (...parts: string[]) =>
  async function* () {
    for (const part of parts) yield await Promise.resolve(new TextEncoder().encode(part));
  };
const header = (value: string, name = "Authorization") => ({ type: "header", name, value });

describe("a request", () => {
  it("is sent as given, and its reply is returned", async () => {
    const { server, pictor } = await lab.open((_request, response) =>
      response.writeHead(201, { "x-a": ["1", "2"], "set-cookie": ["a=1", "b=2"] }).end("fine"),
    );
    const reply = await pictor.send({
      method: "post",
      url: `${server.origin}/p%20a?q=%7e&r#part`,
      headers: [
        ["X-Two", "1"],
        ["X-Two", "2"],
      ],
      body: "böy",
    });
    expect(server.arrived).toMatchObject([
      {
        method: "POST",
        url: "/p%20a?q=%7e&r",
        headers: { "x-two": "1, 2", "content-length": "4" },
        body: "böy",
      },
    ]);
    expect([reply.status, reply.headers["x-a"], reply.headers["set-cookie"], await reply.text()]).toEqual([
      201,
      "1, 2",
      "a=1\nb=2",
      "fine",
    ]);
    expect(reply.hops).toMatchObject([{ method: "POST", status: 201 }]);
  });

  it("may name its length and how the connection ends", async () => {
    const { server, pictor } = await lab.open();
    const headers = { "Content-Length": "1", Connection: "close, x-a", "X-A": "1" };
    await (await pictor.send({ method: "POST", url: server.origin, body: "a", headers })).discard();
    expect(server.arrived).toMatchObject([{ headers: { "content-length": "1", connection: "close" } }]);
  });

  it("does not change or freeze the caller's objects", async () => {
    const { server, pictor } = await lab.open();
    const headers: [string, string][] = [["x-a", "1"]];
    const body = { open: bytes("a"), replayable: true };
    const input = { method: "POST", url: server.origin, headers, body, auth: header("SECRET") };
    const before = structuredClone({ headers, auth: input.auth });
    await (await pictor.send(input)).discard();
    expect({ headers, auth: input.auth }).toEqual(before);
    expect([headers, body, input.auth].map((part) => Object.isFrozen(part))).toEqual([false, false, false]);
  });
});

describe("refused before a socket opens", () => {
  const url = "http://127.0.0.1/";
  const headed = (headers: NonNullable<RequestInput["headers"]>): RequestInput => ({ url, headers });
  const signed = (settings: object): RequestInput => ({ url, auth: settings as never });
  const steered = (how?: string) => signed({ type: "bad", ...(how !== undefined && { how }) });
  it.each<[string, RequestInput, string]>([
    ["a relative address", { url: "/path" }, "REQUEST_URL_INVALID"],
    ["another scheme", { url: "ftp://127.0.0.1/" }, "REQUEST_URL_INVALID"],
    ["a socket's address", { url: "ws://127.0.0.1/" }, "REQUEST_URL_INVALID"],
    ["a user name in the address", { url: "http://SECRET@127.0.0.1/" }, "REQUEST_USERINFO"],
    ["a password in the address", { url: "http://a:SECRET@127.0.0.1/" }, "REQUEST_USERINFO"],
    ["a password in an address of another scheme", { url: "ftp://a:SECRET@127.0.0.1/" }, "REQUEST_USERINFO"],
    ["a broken address with a password", { url: "http://a:SECRET@[/" }, "REQUEST_URL_INVALID"],
    ["a line break in a value", headed({ "x-a": "SECRET\r\nx-b: 1" }), "REQUEST_HEADER_INVALID"],
    ["a lone line feed", headed({ "x-a": "SECRET\n" }), "REQUEST_HEADER_INVALID"],
    ["NUL in a value", headed({ "x-a": "SECRET\0" }), "REQUEST_HEADER_INVALID"],
    ["half of a character", headed({ "x-a": "SECRET\ud83d" }), "REQUEST_HEADER_INVALID"],
    ["a space in a name", headed({ "x a": "SECRET" }), "REQUEST_HEADER_INVALID"],
    ["an empty name", headed([["", "SECRET"]]), "REQUEST_HEADER_INVALID"],
    ["a credential in the place of a name", headed({ "Bearer SECRET": "" }), "REQUEST_HEADER_INVALID"],
    ...["Transfer-Encoding", "Keep-Alive", "Expect", "Upgrade"].map(
      (name): [string, RequestInput, string] => [
        `the header ${name}, which is the connection's`,
        headed({ [name]: "SECRET" }),
        "REQUEST_HEADER_INVALID",
      ],
    ),
    ...(
      [
        ["options of the connection that are no names", { Connection: "close, SEC RET" }],
        ["an empty Connection", { Connection: "" }],
        ["two hosts", { Host: "SECRET", host: "SECRET" }],
        ["a length that is no number", { "Content-Length": "SECRET" }],
        ["two lengths", { "Content-Length": "4", "content-length": "4" }],
        ["another length than that of the body", { "Content-Length": "5" }],
      ] as const
    ).map(([title, headers]): [string, RequestInput, string] => [
      title,
      { url, method: "POST", body: "text", headers },
      "REQUEST_HEADER_INVALID",
    ]),
    ["an address without its host", { url: "/?key=SECRET" }, "REQUEST_URL_INVALID"],
    ["an unknown profile", { url, auth: "nobody" }, "AUTH_PROFILE_UNKNOWN"],
    ["an unknown scheme", signed({ type: "headr" }), "AUTH_SCHEME_UNKNOWN"],
    ["an unknown field of a setting", signed({ type: "header", valu: "SECRET" }), "SETTINGS_INVALID"],
    [
      "a reference to nothing",
      signed({ type: "header", value: { $env: "PICTOR_NOT_SET" } }),
      "CONFIG_REFERENCE_UNRESOLVED",
    ],
    ["a scheme that changes the method", steered("method"), "AUTH_CHANGED_REQUEST"],
    ["a scheme that changes the address", steered("address"), "AUTH_CHANGED_REQUEST"],
    ["a scheme that changes the body", steered("body"), "AUTH_CHANGED_REQUEST"],
    ["a scheme that steers the connection", steered("host"), "AUTH_CHANGED_REQUEST"],
    ["a scheme that smuggles a header", steered("line-break"), "TAP_RESULT_INVALID"],
    ["a scheme that throws", steered(), "TAP_THREW"],
  ])("%s, without repeating a value", async (_name, input, code) => {
    const { server, pictor } = await lab.open();
    const reached = input.url.replace("127.0.0.1/", `${new URL(server.origin).host}/`);
    const error = await pictor.send({ ...input, url: reached }).then(
      () => undefined,
      (thrown: unknown) =>
        thrown as { readonly code: string; readonly details: unknown; readonly message: string },
    );
    expect(error?.code).toBe(code);
    expect(JSON.stringify([error?.message, error?.details])).not.toContain("SECRET");
    expect(server.arrived).toEqual([]);
  });

  it("an invalid query of a scheme is named, and is not an internal error", async () => {
    const { server, pictor } = await lab.open();
    const sent = pictor.send({ url: server.origin, auth: { type: "bad", how: "percent" } });
    await expect(
      sent.then(
        (reply) => reply.discard().then(() => ({ code: "sent" })),
        (error: unknown) => error,
      ),
    ).resolves.toHaveProperty("code");
  });
});

describe("a failed exchange", () => {
  it("names method, address and reason", async () => {
    const server = await lab.serve();
    await server.close();
    const { pictor } = await lab.kernel();
    await expect(pictor.send({ url: `${server.origin}/a` })).rejects.toMatchObject({
      code: "REQUEST_FAILED",
      message: expect.stringMatching(/GET http.*\/a failed: .*ECONNREFUSED/),
      details: { systemCode: "ECONNREFUSED" },
    });
  });

  it("hides a query key in its address", async () => {
    const server = await lab.serve();
    await server.close();
    const { pictor } = await lab.kernel();
    const failed = pictor.send({ url: `${server.origin}/a?x=1`, auth: { type: "query", value: "S(CR)ET!" } });
    await expect(failed).rejects.toMatchObject({ message: expect.stringContaining("?x=1&api_key=***") });
  });

  it("is not sent after an abort", async () => {
    const { server, pictor } = await lab.open();
    await expect(
      pictor.send({ url: server.origin }, { signal: AbortSignal.abort(new Error("early")) }),
    ).rejects.toThrow("early");
    expect(server.arrived).toEqual([]);
  });

  it("is not sent after the kernel was disposed", async () => {
    const { server, pictor, dispose } = await lab.open();
    let go: (value?: unknown) => void = () => undefined;
    const held = new Promise((resolve) => (go = resolve));
    pictor.hooks.beforeSend.tap({}, async () => {
      await held;
    });
    const sending = pictor.send({ url: server.origin }).catch(caught);
    await settlePromises();
    await dispose();
    go();
    expect(await sending).toMatchObject({ code: "KERNEL_DISPOSED" });
    expect(server.arrived).toEqual([]);
  });

  it("ends at its time limit", async () => {
    const { server, pictor, clock } = await lab.open(() => undefined);
    const sending = pictor.send({ url: server.origin }, { timeoutMs: 20 }).catch(caught);
    while (server.arrived.length === 0) await settlePromises();
    await clock.advance(20);
    expect(await sending).toMatchObject({ code: "REQUEST_TIMEOUT", details: { timeoutMs: 20 } });
  });
});

describe("a challenge", () => {
  const guarded = (request: { readonly headers: object }, response: import("node:http").ServerResponse) =>
    (request.headers as { readonly authorization?: string }).authorization === "Test SECRET"
      ? response.end("in")
      : response.writeHead(401, { "www-authenticate": "Test" }).end("no");
  const auth = { type: "challenge", value: "SECRET" };

  it("is answered once, with the body again", async () => {
    const { server, pictor } = await lab.open(guarded);
    const reply = await pictor.send({ method: "POST", url: server.origin, body: "b", auth });
    expect([reply.status, await reply.text()]).toEqual([200, "in"]);
    expect(server.arrived.map(({ body }) => body)).toEqual(["b", "b"]);
    expect(reply.hops.map(({ status }) => status)).toEqual([401, 200]);
  });

  it("that is refused again is returned as the reply", async () => {
    const { server, pictor } = await lab.open(guarded);
    const reply = await pictor.send({ url: server.origin, auth: { ...auth, value: "wrong" } });
    expect([reply.status, await reply.text(), server.arrived.length]).toEqual([401, "no", 2]);
  });

  it("that is another one each time is answered as often as the scheme declares", async () => {
    const { server, pictor } = await lab.open((_request, response) =>
      response.writeHead(401, { "www-authenticate": `Test${server.arrived.length}` }).end(),
    );
    const reply = await pictor.send({ url: server.origin, auth });
    await reply.discard();
    expect(server.arrived.map(({ headers }) => headers["authorization"])).toEqual(["none", "Test1 SECRET"]);
  });

  it("is answered once for each target of a redirect", async () => {
    const { server, pictor } = await lab.open((request, response) => {
      if (request.url === "/a" && request.headers["authorization"] !== "none")
        redirectTo(() => "/b")(request, response);
      else response.writeHead(401, { "www-authenticate": "Test" }).end();
    });
    const reply = await pictor.send({ url: `${server.origin}/a`, auth });
    await reply.discard();
    expect(reply.hops.map(({ status }) => status)).toEqual([401, 302, 401, 401]);
  });

  it.each<[string, Partial<RequestInput>]>([
    ["a body that can be read once", { method: "POST", body: { open: bytes("b"), replayable: false } }],
    ["a scheme that declares none", { auth: header("SECRET") }],
    ["no scheme", { auth: { type: "none" } }],
    ["the scheme's own token request", { purpose: "token" }],
    ["the scheme's own discovery", { purpose: "discovery" }],
  ])("is left to the caller with %s", async (_name, more) => {
    const { server, pictor } = await lab.open(guarded);
    const reply = await pictor.send({ url: server.origin, auth, ...more });
    await reply.discard();
    expect([reply.status, server.arrived.length]).toEqual([401, 1]);
  });
});

it("observers see no credential", async () => {
  const { server, pictor } = await lab.open();
  const seen: unknown[] = [];
  pictor.hooks.beforeSend.tap({ band: "observe" }, (request) => void seen.push(request));
  for (const auth of [header("Basic SECRET1"), { type: "query", value: "SECRET2" }])
    await (await pictor.send({ url: `${server.origin}/?a=1`, auth })).discard();
  expect(seen).toHaveLength(2);
  expect(JSON.stringify(seen)).not.toContain("SECRET");
  expect(seen[1]).toMatchObject({ url: `${server.origin}/?a=1&api_key=***` });
});
