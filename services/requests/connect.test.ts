// WebSockets: the handshake is a request like any other, and no frame is lost.

import { describe, expect, it } from "vitest";
import { settlePromises } from "@pictor/host/testing";
import { caught, lab, serveSockets, until } from "../testing/loopback-servers.js";

function recorder() {
  const messages: (string | Uint8Array)[] = [];
  const closes: [number, string][] = [];
  return {
    messages,
    closes,
    handlers: {
      message: (data: string | Uint8Array) => void messages.push(data),
      close: (code: number, reason: string) => void closes.push([code, reason]),
    },
  };
}
const auth = { type: "header", value: "Basic SECRET" };

describe("a socket", () => {
  it("carries the scheme in its handshake, and the query as it was", async () => {
    const { server, pictor } = await lab.open();
    const { handshakes } = serveSockets(server, () => undefined, "Basic SECRET");
    const socket = await pictor.connect(
      { url: `${server.ws}/ws?clientId=a%20b`, headers: { "x-a": "1" }, auth },
      recorder().handlers,
    );
    await socket.close();
    expect(handshakes).toMatchObject([
      { url: "/ws?clientId=a%20b", authorization: "Basic SECRET", "x-a": "1" },
    ]);
  });

  it("carries repeated headers as one", async () => {
    const { server, pictor } = await lab.open();
    const { handshakes } = serveSockets(server, () => undefined);
    const headers: [string, string][] = [
      ["X-A", "1"],
      ["__proto__", "p"],
      ["x-a", "2"],
    ];
    await (await pictor.connect({ url: server.ws, headers }, recorder().handlers)).close();
    expect(handshakes[0]?.["x-a"]).toBe("1, 2");
  });

  it("loses no frame that the server sends immediately", async () => {
    const { server, pictor } = await lab.open();
    serveSockets(server, (send) => {
      for (let index = 0; index < 50; index++) send(String(index));
    });
    const { messages, handlers } = recorder();
    const socket = await pictor.connect({ url: server.ws }, handlers);
    await until(() => messages.length === 50);
    expect(messages).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
    await socket.close();
  });

  it("sends texts and bytes, pings, and closes once", async () => {
    const { server, pictor } = await lab.open();
    serveSockets(server, () => undefined);
    const { messages, closes, handlers } = recorder();
    const socket = await pictor.connect({ url: server.ws }, handlers);
    void socket.send("text");
    void socket.send(new Uint8Array([98]));
    await socket.ping(60_000);
    await until(() => messages.length === 2);
    await socket.close();
    await socket.close();
    await settlePromises();
    expect(messages).toEqual(["text", "b"]);
    expect(closes).toHaveLength(1);
  });

  it("leaves nothing behind when it is pinged again and again", async () => {
    const { server, pictor, clock } = await lab.open();
    serveSockets(server, () => undefined);
    const socket = await pictor.connect({ url: server.ws }, recorder().handlers);
    const warnings: string[] = [];
    const warned = ({ name }: Error) => void warnings.push(name);
    process.on("warning", warned);
    for (let round = 0; round < 12; round++) await socket.ping(60_000);
    await settlePromises();
    process.off("warning", warned);
    expect([warnings, clock.pending()]).toEqual([[], 0]);
    await socket.close();
    await expect(socket.ping(60_000)).rejects.toThrow("the socket closed");
  });

  it("whose close handler throws is closed", async () => {
    const { server, pictor, log } = await lab.open();
    serveSockets(server, () => undefined);
    const close = () => {
      throw new Error("not prepared for that");
    };
    const socket = await pictor.connect({ url: server.ws }, { ...recorder().handlers, close });
    await socket.close();
    expect(JSON.stringify(log)).toContain("not prepared for that");
  });

  it("whose server answers no close frame is ended after a while", async () => {
    const { server, pictor, clock } = await lab.open();
    const { sockets } = serveSockets(server, () => undefined);
    const { closes, handlers } = recorder();
    const socket = await pictor.connect({ url: server.ws }, handlers);
    await until(() => sockets.clients.size === 1);
    sockets.clients.forEach((client) => client.pause());
    const closing = socket.close();
    await clock.advance(5_000);
    await closing;
    expect([closes, clock.pending()]).toEqual([[[1006, ""]], 0]);
  });

  it("that breaks is closed with 1006", async () => {
    const { server, pictor } = await lab.open();
    const { sockets } = serveSockets(server, () => undefined);
    const { closes, handlers } = recorder();
    await pictor.connect({ url: server.ws }, handlers);
    await until(() => sockets.clients.size === 1);
    sockets.clients.forEach((client) => client.terminate());
    await until(() => closes.length > 0);
    expect(closes).toEqual([[1006, ""]]);
  });

  it("is closed by the caller's abort", async () => {
    const { server, pictor } = await lab.open();
    serveSockets(server, () => undefined);
    const { closes, handlers } = recorder();
    const controller = new AbortController();
    await pictor.connect({ url: server.ws }, handlers, { signal: controller.signal });
    controller.abort();
    await until(() => closes.length > 0);
    expect(closes).toHaveLength(1);
  });

  it("is closed with the kernel", async () => {
    const { server, pictor, dispose } = await lab.open();
    serveSockets(server, () => undefined);
    const { closes, handlers } = recorder();
    await pictor.connect({ url: server.ws }, handlers);
    await dispose();
    for (let turn = 0; turn < 20; turn++) await settlePromises();
    expect(closes).toHaveLength(1);
  });
});

describe("a handshake that is aborted", () => {
  it.each([0, 1, 5, 20])("%d turns of the microtask queue after the call opens nothing", async (turns) => {
    const { server, pictor } = await lab.open();
    const { handshakes } = serveSockets(server, () => undefined);
    const controller = new AbortController();
    const opening = pictor.connect({ url: server.ws }, recorder().handlers, { signal: controller.signal });
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    controller.abort(new Error("too late"));
    await expect(opening).rejects.toThrow("too late");
    for (let turn = 0; turn < 20; turn++) await settlePromises();
    expect(server.sockets(), `${handshakes.length} handshakes`).toBe(0);
  });

  it("by the kernel's end opens nothing", async () => {
    const { server, pictor, dispose } = await lab.open();
    serveSockets(server, () => undefined);
    const opening = pictor.connect({ url: server.ws }, recorder().handlers);
    opening.catch(() => undefined);
    await dispose();
    await expect(opening).rejects.toMatchObject({ code: "KERNEL_DISPOSED" });
  });
});

describe("a handshake that fails", () => {
  it("with 401 is SOCKET_REFUSED, and no handler hears of it", async () => {
    const { server, pictor } = await lab.open();
    const { handshakes } = serveSockets(server, () => undefined, "Basic OTHER");
    const { messages, closes, handlers } = recorder();
    const refused = await pictor.connect({ url: `${server.ws}/?a=1`, auth }, handlers).catch(caught);
    expect(refused).toMatchObject({ code: "SOCKET_REFUSED", details: { status: 401 } });
    expect(String(refused)).not.toContain("SECRET");
    await settlePromises();
    expect([messages, closes, handshakes.length]).toEqual([[], [], 1]);
  });

  it("is answered once if the scheme declares it", async () => {
    const { server, pictor } = await lab.open();
    const { handshakes } = serveSockets(server, () => undefined, "Test SECRET");
    const socket = await pictor.connect(
      { url: server.ws, auth: { type: "challenge", value: "SECRET" } },
      recorder().handlers,
    );
    await socket.close();
    expect(handshakes.map(({ authorization }) => authorization)).toEqual(["none", "Test SECRET"]);
  });

  it("because there is no server is REQUEST_FAILED", async () => {
    const server = await lab.serve();
    await server.close();
    const { pictor } = await lab.kernel();
    await expect(pictor.connect({ url: server.ws }, recorder().handlers)).rejects.toMatchObject({
      code: "REQUEST_FAILED",
      details: { systemCode: "ECONNREFUSED" },
    });
  });

  it("without an answer settles at the caller's abort", async () => {
    const server = await lab.serve();
    let asked = false;
    server.server.on("upgrade", () => (asked = true));
    const { pictor } = await lab.kernel();
    const controller = new AbortController();
    const reason = new Error("enough");
    const connecting = pictor
      .connect({ url: server.ws }, recorder().handlers, { signal: controller.signal })
      .catch(caught);
    await until(() => asked);
    controller.abort(reason);
    expect(await connecting).toBe(reason);
  });

  it("without an answer settles at its time limit", async () => {
    const server = await lab.serve();
    let asked = false;
    server.server.on("upgrade", (_request, socket) => {
      asked = true;
      socket.on("end", () => socket.destroy()).resume();
    });
    const { pictor, clock } = await lab.kernel();
    const connecting = pictor.connect({ url: server.ws }, recorder().handlers, { timeoutMs: 500 });
    connecting.catch(() => undefined);
    await until(() => asked);
    await clock.advance(500);
    await expect(connecting).rejects.toMatchObject({ code: "REQUEST_TIMEOUT", details: { timeoutMs: 500 } });
    await until(() => server.sockets() === 0);
  });

  it.each(["http://127.0.0.1/", "ws://user:SECRET@127.0.0.1/", "nonsense"])(
    "at the address %s is refused",
    async (url) => {
      const { pictor } = await lab.kernel();
      const refused = await pictor.connect({ url }, recorder().handlers).catch(caught);
      expect(refused).toMatchObject({ code: expect.stringMatching(/^REQUEST_(URL_INVALID|USERINFO)$/) });
      expect(String(refused)).not.toContain("SECRET");
    },
  );
});
