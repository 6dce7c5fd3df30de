// The event socket, as a client with the package ws uses it.

import { once } from "node:events";
import { WebSocket } from "ws";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-server.js";

const test = await startTestServer();
afterAll(() => test.close());

interface Reader {
  readonly socket: WebSocket;
  /** Text frames, parsed, and the heads of binary ones with the size of their bytes. */
  readonly frames: readonly Readonly<Record<string, unknown>>[];
  until(
    fits: (frame: Readonly<Record<string, unknown>>) => boolean,
  ): Promise<Readonly<Record<string, unknown>>>;
}

function headOf(data: Buffer): Readonly<Record<string, unknown>> {
  const length = data.readUInt32BE(0);
  const head = JSON.parse(data.subarray(4, 4 + length).toString()) as object;
  return {
    ...head,
    size: data.length - 4 - length,
    signature: data.subarray(4 + length, 7 + length).toString("hex"),
  };
}

function open(path = "/v1/events/socket", token = test.server.token): Reader {
  const headers = { Authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://127.0.0.1:${test.port}${path}`, ["pictor.v1"], { headers });
  const frames: Readonly<Record<string, unknown>>[] = [];
  const waiting = new Set<() => void>();
  socket.on("error", () => undefined);
  socket.on("message", (data: Buffer, isBinary) => {
    frames.push(isBinary ? headOf(data) : (JSON.parse(data.toString()) as Record<string, unknown>));
    for (const look of waiting) look();
  });
  return {
    socket,
    frames,
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = frames.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

const job = { workflow: "txt2img", backend: "embedded" };
let count = 0;
async function submit(params: object): Promise<string> {
  const body = { ...job, params: { prompt: `kite ${count++}`, width: 64, height: 64, steps: 2, ...params } };
  return String((await test.call("POST", "/v1/jobs", { body })).json()["id"]);
}

describe("the event socket", () => {
  it("begins with the server and its number, and sends the events without a gap", async () => {
    const reader = open();
    const hello = await reader.until(({ type }) => type === "hello");
    const id = await submit({});
    const result = await reader.until(({ type, jobId }) => type === "result" && jobId === id);
    reader.socket.close();
    const numbers = reader.frames.flatMap(({ type, seq }) =>
      type === "hello" || seq === undefined ? [] : [seq],
    );
    const first = Number(hello["seq"]) + 1;
    expect(numbers).toEqual(numbers.map((_, index) => first + index));
    expect(result["status"]).toBe("finished");
    expect((await test.call("GET", "/v1")).json()["serverId"]).toBe(hello["serverId"]);
  });

  it("sends previews as binary frames with their bytes", async () => {
    const reader = open();
    await reader.until(({ type }) => type === "hello");
    const id = await submit({ steps: 10_000, width: 512, height: 512 });
    const preview = await reader.until(({ type, jobId }) => type === "preview" && jobId === id);
    expect(preview).toMatchObject({ mime: "image/jpeg", signature: "ffd8ff" });
    expect(Number(preview["size"])).toBeGreaterThan(100);
    await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
    await reader.until(({ type, jobId }) => type === "result" && jobId === id);
    reader.socket.close();
  });

  it("resumes from a number, and tells a client of another run to begin anew", async () => {
    const { serverId } = (await test.call("GET", "/v1")).json();
    const all = open(`/v1/events/socket?since=${String(serverId)}:0`);
    const second = await all.until(({ seq, type }) => seq === 2 && type !== "hello");
    const rest = open(`/v1/events/socket?since=${String(serverId)}:1`);
    expect(await rest.until(({ type }) => type !== "hello")).toEqual(second);
    const foreign = open("/v1/events/socket?since=other:1");
    expect(await foreign.until(({ type }) => type !== "hello")).toMatchObject({ type: "reset", serverId });
    for (const { socket } of [all, rest, foreign]) socket.close();
  });

  it("filters by type and by job", async () => {
    const id = await submit({});
    const reader = open(
      `/v1/events/socket?types=result,output&job=${id}&since=${String((await test.call("GET", "/v1")).json()["serverId"])}:0`,
    );
    await reader.until(({ type }) => type === "result");
    reader.socket.close();
    const types = reader.frames.map(({ type }) => type).filter((type) => type !== "hello");
    expect(types).toEqual(["output", "result"]);
  });

  it.each(["", "/socket"])("a type that no event has is refused at /v1/events%s", async (socket) => {
    const reply = await test.call("GET", `/v1/events${socket}?types=job,outputs`, {
      headers: socket === "" ? {} : { Connection: "Upgrade", Upgrade: "websocket" },
    });
    expect([reply.status, JSON.stringify(reply.json())]).toEqual([
      422,
      expect.stringMatching(/API_INPUT_INVALID.*outputs.*Did you mean \\"output/),
    ]);
  });

  it("is closed when its token is revoked, as is a stream of server-sent events", async () => {
    const { token, id } = await test.createToken("panel", ["read"]);
    const { socket, until } = open(undefined, token);
    await until(({ type }) => type === "hello");
    // An id of another server is answered at once, with `reset`: the stream has then begun.
    const headers = { Authorization: `Bearer ${token}` };
    const stream = await fetch(`${test.server.url}/v1/events?since=other:1`, { headers });
    const closed = once(socket, "close");
    await test.call("DELETE", `/v1/tokens/${id}`);
    expect((await closed)[0]).toBe(4401);
    expect([stream.status, await stream.text()]).toEqual([200, expect.stringContaining("reset")]);
  });

  it("takes no message from a client", async () => {
    const { socket, until } = open();
    await until(({ type }) => type === "hello");
    const closed = once(socket, "close");
    socket.send("x".repeat(10_000));
    expect((await closed)[0]).toBe(1009);
  });
});
