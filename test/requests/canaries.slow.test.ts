// Secrets in failures: no error, log line, hop, note or observer shows one, whatever the server does with it.

import { createServer, type Socket } from "node:net";
import { listen } from "@pictor/host/testing";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { createLab, findSecrets } from "./lab.test.support.js";
import { fixtures } from "./schemes.test.support.js";

const lab = createLab();
afterEach(() => lab.close());

/** Starts a port that treats the first bytes of a signed request as `behavior` says. Its address has no scheme. */
async function port(answer: (socket: Socket, received: string) => void, challenge?: string): Promise<string> {
  const server = createServer((socket) => {
    socket.once("data", (bytes) => {
      const received = bytes.toString("latin1");
      if (challenge === undefined || /^(authorization|x-answer):/im.test(received)) answer(socket, received);
      else
        socket.end(
          `HTTP/1.1 401 No\r\nwww-authenticate: ${challenge}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        );
    });
  });
  const { host, close } = await listen(server);
  onTestFinished(close);
  return host;
}

const troubles: Readonly<Record<string, (socket: Socket, received: string) => void>> = {
  "hangs up": (socket) => void socket.destroy(),
  "resets the connection": (socket) => void socket.resetAndDestroy(),
  "sends the request back": (socket, received) => void socket.end(received),
  "puts the request into its status line": (socket, received) =>
    void socket.end(`HTTP/1.1 ${received.replaceAll(/[\r\n]/g, " ")}\r\n\r\n`),
  "puts the request into a broken header": (socket, received) =>
    void socket.end(`HTTP/1.1 200 OK\r\nbro ken ${received.replaceAll(/[\r\n]/g, " ")}\r\n\r\n`),
  "announces more than it sends": (socket, received) =>
    void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 9999999\r\n\r\n${received}`),
  "breaks its chunks": (socket, received) =>
    void socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${received}`),
  "sends more headers than there may be": (socket, received) =>
    void socket.end(`HTTP/1.1 200 OK\r\nx: ${received.replaceAll(/[\r\n]/g, " ").repeat(5000)}\r\n\r\n`),
  "redirects to a file named like the request": (socket, received) =>
    void socket.end(`HTTP/1.1 302 Found\r\nlocation: file:///${received.replaceAll(/[\r\n]/g, "")}\r\n\r\n`),
  "redirects to an address with the request as its host": (socket, received) =>
    void socket.end(`HTTP/1.1 302 Found\r\nlocation: http://${received.replaceAll(/[^!-~]/g, "")}\r\n\r\n`),
};

describe.each(fixtures)("$name", (fixture) => {
  const { auth, challenge } = fixture;

  it.each(Object.entries(troubles))("at a server that %s", async (_name, answer) => {
    const host = await port(answer, challenge);
    const pictor = await lab.createPictor();
    const ending = await pictor.end({ url: `http://${host}/start?a=1`, auth });
    expect(ending.error?.code).toMatch(/^REQUEST_/);
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  });

  it.each(Object.entries(troubles).slice(0, 5))(
    "in a handshake with a server that %s",
    async (_name, answer) => {
      const host = await port(answer, challenge);
      const pictor = await lab.createPictor();
      const handlers = { message: () => undefined, close: () => undefined };
      const error: unknown = await pictor.pictor
        .connect({ url: `ws://${host}/ws?a=1`, auth }, handlers)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(REQUEST_FAILED|SOCKET_REFUSED)$/) });
      expect(findSecrets(pictor.shown({ error: error as { readonly code: string } }), fixture)).toEqual([]);
    },
  );

  it("if nobody listens", async () => {
    const pictor = await lab.createPictor();
    const gone = await lab.origin();
    await gone.close();
    const ending = await pictor.end({ url: `${gone.http}/start`, auth });
    expect(ending.error?.code).toBe("REQUEST_FAILED");
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  });

  it("in a request that is aborted while it waits", async () => {
    const controller = new AbortController();
    const server = await lab.origin(() => controller.abort(new Error("enough")));
    const pictor = await lab.createPictor();
    const ending = await pictor.end({ url: server.http, auth }, { signal: controller.signal });
    expect(ending.error).toMatchObject({ message: "enough" });
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  });

  it("beside a plugin that throws what it sees", async () => {
    const server = await lab.origin();
    const pictor = await lab.createPictor();
    pictor.pictor.hooks.beforeSend.tap({ band: "observe" }, (request) => {
      throw new Error(`I saw ${JSON.stringify(request)}`);
    });
    const ending = await pictor.end({ url: server.http, auth });
    expect([ending.error?.code, server.arrived]).toEqual(["TAP_THREW", []]);
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  });
});

describe("a secret that a profile refers to", () => {
  it("is shown by nothing, not even by the profile's own view", async () => {
    process.env["PICTOR_TEST_SECRET"] = "CANARY from the environment";
    const server = await lab.origin();
    const pictor = await lab.createPictor({
      profiles: {
        team: {
          type: "basic",
          schemes: { basic: { username: "anna", password: { $env: "PICTOR_TEST_SECRET" } } },
        },
      },
    });
    const ending = await pictor.end({
      url: `${server.http}/?copy=CANARY%20from%20the%20environment`,
      auth: "team",
    });
    const view = await pictor.pictor.profiles.view("team");
    expect(server.arrived).toHaveLength(1);
    expect(pictor.shown(ending) + JSON.stringify(view)).not.toMatch(/CANARY/);
  });
});
