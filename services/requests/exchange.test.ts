// Limits of size and time, aborts in every phase, and streamed bodies, against servers that misbehave on purpose.

import { getEventListeners } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { settlePromises } from "@pictor/host/testing";
import { listenInTest } from "../testing/listen.js";
import { fixture, serveProxy, serveTls } from "../testing/proxies.js";
import { caught, ignore, lab, until } from "../testing/loopback-servers.js";
import type { Reply, SendOptions } from "@pictor/kernel";

/** Starts a server that the test implements: `onRequest` receives the connection of each request. */
async function rawServer(onRequest: (socket: Socket) => void) {
  let [asked, closed] = [0, 0];
  const server = createServer((socket) => {
    socket.once("data", () => {
      asked++;
      socket.on("close", () => closed++);
      onRequest(socket);
    });
  });
  const { url } = await listenInTest(server);
  return {
    /** Number of requests, and of their connections that have ended. */
    asked: () => asked,
    closed: () => closed,
    url,
  };
}
/** Answers with the headers and the first part of a body, and then sends nothing more. */
const answering = (head: string, part = "") =>
  rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${part}`));
/** Starts a server that passes on requests before their bodies are read. */
async function unread(onRequest: RequestListener): Promise<string> {
  const server = createHttpServer(onRequest);
  return (await listenInTest(server)).url;
}
const chunked = "transfer-encoding: chunked";

async function drained(stream: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of stream) size += chunk.length;
  return size;
}
const readers: [string, (reply: Reply) => Promise<unknown>][] = [
  ["text()", (reply) => reply.text()],
  ["bytes()", (reply) => reply.bytes()],
  ["body", (reply) => drained(reply.body)],
];

describe("maxBytes", () => {
  it.each(readers)("accepts a body of exactly that size, read by %s", async (_name, read) => {
    const { server, pictor } = await lab.open((_request, response) => response.end("12345"));
    const got = await read(await pictor.send({ url: server.origin }, { maxBytes: 5 }));
    expect([got].flat()).toEqual(got instanceof Uint8Array ? [new TextEncoder().encode("12345")] : [got]);
  });

  it.each(readers)("rejects a longer one, announced or not, read by %s", async (_name, read) => {
    for (const body of ["content-length: 1000000\r\n\r\n", `${chunked}\r\n\r\n6\r\n123456\r\n`]) {
      const server = await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${body}`));
      const pictor = await lab.pictor();
      const reply = await pictor.send({ url: server.url }, { maxBytes: 5 });
      expect(await read(reply).catch(caught)).toMatchObject({
        code: "REQUEST_TOO_LARGE",
        details: { url: server.url, maxBytes: 5 },
      });
      await until(() => server.closed() === 1);
    }
  });

  it.each([
    ["HEAD", 200],
    ["GET", 304],
  ])("accepts a reply without a body: %s, %i", async (method, status) => {
    const server = await rawServer((socket) =>
      socket.write(`HTTP/1.1 ${status} Fine\r\ncontent-length: 1000\r\n\r\n`),
    );
    const pictor = await lab.pictor();
    expect(await (await pictor.send({ method, url: server.url }, { maxBytes: 5 })).text()).toBe("");
  });

  it("does not apply to redirects", async () => {
    const server = await lab.serve((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/end" }).end("more than five");
      else response.end("end");
    });
    const pictor = await lab.pictor();
    expect(await (await pictor.send({ url: server.origin }, { maxBytes: 5 })).text()).toBe("end");
  });
});

describe("a body", () => {
  it("is read once", async () => {
    const { server, pictor } = await lab.open();
    const reply = await pictor.send({ url: server.origin });
    expect([reply.body, await reply.text()]).toEqual([expect.any(ReadableStream), "ok"]);
    await expect(reply.bytes()).rejects.toThrow("can be read once");
    await expect(drained(reply.body)).rejects.toThrow("can be read once");
  });

  it("that is not read pauses the server, and is complete when it is read", async () => {
    let sent = 0;
    const size = 8 * 1024 * 1024;
    const part = Buffer.alloc(65_536, "x");
    const server = await lab.serve((_request, response) => {
      const write = (): void => {
        while (sent < size) {
          sent += part.length;
          if (!response.write(part)) return void response.once("drain", write);
        }
        response.end();
      };
      write();
    });
    const pictor = await lab.pictor();
    const reply = await pictor.send({ url: server.origin });
    for (let turn = 0; turn < 50; turn++) await settlePromises();
    expect(sent).toBeLessThan(size);
    expect(await drained(reply.body)).toBe(size);
  });

  it.each(["", "1"])("that breaks off rejects (content-length: %s...)", async (length) => {
    const head = length === "" ? chunked : "content-length: 100";
    const server = await rawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n4\r\n1234\r\n`));
    const pictor = await lab.pictor();
    for (const [, read] of readers) {
      const failed = await read(await pictor.send({ url: server.url })).catch(caught);
      expect(failed).toMatchObject({
        code: "REQUEST_FAILED",
        details: {
          method: "GET",
          url: server.url,
          advice: expect.stringMatching(/ended the reply too early|invalid reply/) as string,
        },
      });
    }
  });
});

describe("a discarded reply", () => {
  const connections = async (answer: Parameters<typeof lab.serve>[0]): Promise<number> => {
    const server = await lab.serve(answer);
    let opened = 0;
    server.server.on("connection", () => opened++);
    const pictor = await lab.pictor();
    for (let round = 0; round < 3; round++) {
      await (await pictor.send({ url: server.origin })).discard();
      for (let turn = 0; turn < 5; turn++) await settlePromises();
    }
    return opened;
  };

  it("keeps its connection when it is short", async () => {
    expect(await connections((_request, response) => response.end(Buffer.alloc(60_000)))).toBe(1);
  });

  it("ends its connection when it is long", async () => {
    expect(await connections((_request, response) => response.end(Buffer.alloc(5_000_000)))).toBeGreaterThan(
      1,
    );
  });

  it("without an end does not wait", async () => {
    const server = await answering(chunked, "4\r\n1234\r\n");
    const pictor = await lab.pictor();
    await (await pictor.send({ url: server.url })).discard();
    await until(() => server.closed() === 1);
  });
});

const reason = new Error("enough");

describe("while the connection is being opened", () => {
  /** A proxy that never answers, for an address that only the proxy can resolve. */
  async function opening(options: SendOptions = {}) {
    const between = await serveProxy({ behavior: "silence" });
    const proxy = { http: between.origin, https: between.origin };
    const test = await lab.kernel([], { network: { proxy } });
    const ended: string[] = [];
    const steps: AsyncIterableIterator<Uint8Array> = {
      [Symbol.asyncIterator]: () => steps,
      next: () => new Promise(() => undefined),
      return: async () => ({ value: ended.push("body"), done: true }),
    };
    const body = { open: () => steps, replayable: false };
    const sending = test.pictor.send({ method: "PUT", url: "https://server.test/", body }, options);
    const connecting = test.pictor.connect({ url: "ws://server.test/" }, ignore, options);
    const both = Promise.all([sending.catch(caught), connecting.catch(caught)]);
    await until(() => between.arrived.length === 2);
    return { both, ended, between, ...test };
  }

  it("the caller's abort ends the call, and closes the request's body", async () => {
    const controller = new AbortController();
    const { both, ended, clock } = await opening({ signal: controller.signal, timeoutMs: 9_999 });
    controller.abort(reason);
    expect(await both).toEqual([reason, reason]);
    await until(() => ended.length === 1);
    expect(clock.pending()).toBe(0);
  });

  it("the caller's abort prevents the request from being sent later", async () => {
    let open: (value?: unknown) => void = () => undefined;
    const opened = new Promise((resolve) => (open = resolve));
    const [server, between] = [await serveTls(), await serveProxy({ opened })];
    const pictor = await lab.pictor({ proxy: { https: between.origin }, ca: [fixture("authority")] });
    const url = server.origin.replace("127.0.0.1", "server.test");
    const controller = new AbortController();
    const sending = pictor.send({ url: `${url}/aborted` }, { signal: controller.signal }).catch(caught);
    await until(() => between.arrived.length === 1);
    controller.abort(reason);
    expect(await sending).toBe(reason);
    open();
    expect(await (await pictor.send({ url: `${url}/later` })).text()).toBe("over TLS");
    expect(server.arrived.map((request) => request.url)).toEqual(["/later"]);
  });

  it("`timeoutMs` applies if it is shorter", async () => {
    const { both, clock, ended } = await opening({ timeoutMs: 9_999 });
    await clock.advance(9_998);
    expect(ended).toEqual([]);
    await clock.advance(1);
    const late = { code: "REQUEST_TIMEOUT", details: { timeoutMs: 9_999 } };
    expect(await both).toMatchObject([late, late]);
    await until(() => ended.length === 1);
  });

  it("the kernel's end leaves nothing open", async () => {
    const { both, between, dispose } = await opening();
    await dispose();
    expect(await both).toMatchObject([{ code: "REQUEST_FAILED" }, { code: "KERNEL_DISPOSED" }]);
    await until(() => between.sockets.size === 0);
  });
});

describe("the caller's abort", () => {
  /** Sends a request, and aborts once `when` returns true. */
  async function aborted(
    url: string,
    when: (reply: Promise<Reply>) => Promise<unknown>,
    more: SendOptions = {},
  ) {
    const controller = new AbortController();
    const pictor = await lab.pictor();
    const sending = pictor.send({ url }, { ...more, signal: controller.signal });
    sending.catch(() => undefined);
    await when(sending);
    controller.abort(reason);
    return sending;
  }

  it("before the reply", async () => {
    const server = await rawServer(() => undefined);
    await expect(aborted(server.url, () => until(() => server.asked() === 1))).rejects.toBe(reason);
    await until(() => server.closed() === 1);
  });

  it.each(readers)("while the body is read by %s", async (_name, read) => {
    const server = await answering(chunked, "4\r\n1234\r\n");
    let reading: Promise<unknown> | undefined;
    await aborted(server.url, async (sending) => {
      reading = read(await sending);
      reading.catch(() => undefined);
      await settlePromises();
    });
    await expect(reading).rejects.toBe(reason);
    await until(() => server.closed() === 1);
  });

  it("before the body is read", async () => {
    const server = await answering(chunked, "4\r\n1234\r\n");
    const reply = await aborted(server.url, (sending) => sending);
    await expect(reply.text()).rejects.toBe(reason);
  });

  it("has a listener only while there is something to abort", async () => {
    const server = await lab.serve();
    const { signal } = new AbortController();
    const pictor = await lab.pictor();
    const reply = await pictor.send({ url: server.origin }, { signal });
    await reply.text();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("after the body was received has no effect", async () => {
    const server = await lab.serve();
    const reply = await aborted(server.origin, async (sending) => {
      await sending;
      await settlePromises();
    });
    expect(await reply.text()).toBe("ok");
  });

  it("by a reader who stops", async () => {
    const server = await answering(chunked, "4\r\n1234\r\n");
    const pictor = await lab.pictor();
    for await (const chunk of (await pictor.send({ url: server.url })).body) {
      expect(new TextDecoder().decode(chunk)).toBe("1234");
      break;
    }
    await until(() => server.closed() === 1);
  });
});

describe("a request's body", () => {
  it("is read no faster than the server accepts it", async () => {
    let [sent, received] = [0, 0];
    const size = 16 * 1024 * 1024;
    const part = new Uint8Array(65_536);
    const body = {
      open: async function* () {
        for (; sent < size; sent += part.length) yield await Promise.resolve(part);
      },
      replayable: false,
    };
    let take: () => void = () => undefined;
    const server = await unread((request, response) => {
      take = () => {
        request.on("data", (chunk: Buffer) => (received += chunk.length)).on("end", () => response.end("ok"));
      };
    });
    const pictor = await lab.pictor();
    const sending = pictor.send({ method: "PUT", url: server, body });
    await until(() => sent > 0);
    for (let turn = 0; turn < 50; turn++) await settlePromises();
    expect(sent).toBeLessThan(size);
    take();
    expect([await (await sending).text(), received]).toEqual(["ok", size]);
  });

  it("of bytes has a length, and is copied", async () => {
    const { server, pictor } = await lab.open();
    for (const body of ["böy", new TextEncoder().encode("böy"), ""])
      await (await pictor.send({ method: "POST", url: server.origin, body })).discard();
    expect(server.arrived.map(({ body, headers }) => [body, headers["content-length"]])).toEqual([
      ["böy", "4"],
      ["böy", "4"],
      ["", "0"],
    ]);
  });

  const part = new Uint8Array(5);
  const never = new Promise<Uint8Array>(() => undefined);
  it.each<[string, () => AsyncIterable<Uint8Array>, number?]>([
    [
      "stalls before its length",
      async function* () {
        yield part;
        await never;
      },
      100,
    ],
    [
      "dribbles",
      async function* () {
        for (;;) {
          yield part;
          await settlePromises();
        }
      },
    ],
  ])("that %s is aborted at the limit", async (_name, open, length) => {
    const { server, pictor, clock } = await lab.open();
    const body = { open, replayable: false, ...(length !== undefined && { length }) };
    const sending = pictor.send({ method: "PUT", url: server.origin, body }, { timeoutMs: 999_999 });
    sending.catch(() => undefined);
    await until(() => server.sockets() === 1);
    await clock.advance(999_999);
    await expect(sending).rejects.toMatchObject({ code: "REQUEST_TIMEOUT", details: { timeoutMs: 999_999 } });
    await until(() => server.sockets() === 0);
    expect(clock.pending()).toBe(0);
  });

  it("has no limit once the reply begins", async () => {
    const server = await answering(chunked, "4\r\n1234\r\n");
    const { pictor, clock } = await lab.kernel();
    const open = async function* () {
      yield await Promise.resolve(part);
    };
    const reply = await pictor.send({ method: "PUT", url: server.url, body: { open, replayable: false } });
    expect(clock.pending()).toBe(0);
    await reply.discard();
  });

  it.each<[string, () => AsyncIterable<Uint8Array>]>([
    [
      "that throws",
      async function* () {
        yield await Promise.resolve(new Uint8Array(1));
        throw new Error("the disk is gone");
      },
    ],
    [
      "that cannot be opened",
      () => {
        throw new Error("the disk is gone");
      },
    ],
  ])("%s ends the request, and is its cause", async (_name, open) => {
    const { server, pictor } = await lab.open();
    const failed = pictor.send({ method: "PUT", url: server.origin, body: { open, replayable: false } });
    expect(await failed.catch(caught)).toMatchObject({
      code: "REQUEST_FAILED",
      details: { reason: "the disk is gone" },
      cause: { message: "the disk is gone" },
    });
  });

  it("is closed when the request is aborted", async () => {
    const server = await rawServer(() => undefined);
    const controller = new AbortController();
    const pictor = await lab.pictor();
    let isClosed = false;
    const open = async function* () {
      try {
        for (;;) {
          yield new Uint8Array(10);
          await settlePromises();
        }
      } finally {
        isClosed = true;
      }
    };
    const body = { open, replayable: false };
    const sending = pictor.send({ method: "PUT", url: server.url, body }, { signal: controller.signal });
    sending.catch(() => undefined);
    await until(() => server.asked() === 1);
    controller.abort(reason);
    await expect(sending).rejects.toBe(reason);
    await until(() => isClosed);
  });
});
