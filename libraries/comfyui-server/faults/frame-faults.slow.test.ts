// Faults of frames, seen by a raw client.
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startServer } from "../testing/start.js";
import { finished, isEndOf, listen, run, submit, txt2img, type Frame } from "../testing/wire.js";

const server = await startServer();
afterAll(() => server.close());
afterEach(() => server.faults.clear());

const graph = (seed: number) => txt2img({ seed, steps: 1 });
const ofRun = (frames: readonly Frame[]): readonly string[] =>
  frames.map(({ type }) => type).filter((type) => type !== "status");
const isIdle = ({ type, data }: Frame): boolean =>
  type === "status" && JSON.stringify(data).includes('"queue_remaining":0');

it("drop-socket: resets without a close frame, and the run continues without its client", async () => {
  const watcher = await listen(server, "watcher");
  server.faults.set([{ kind: "drop-socket", afterFrames: 3, times: 1 }]);
  const client = await listen(server, "dropped");
  const { body } = await submit(server, graph(200), { client_id: "dropped" });
  expect(await client.closed).toBe(1006);
  expect(ofRun(client.frames)).toEqual(["execution_start", "execution_cached", "progress_state"]);
  expect(server.faults.list()).toEqual([]);
  await watcher.until((frame) => isIdle(frame) && watcher.frames.indexOf(frame) > 0);
  expect((await finished(server, body.prompt_id)).status.status_str).toBe("success");
  await watcher.close();
});

it("half-open: the socket stays open without frames and pongs, and the run continues", async () => {
  const watcher = await listen(server, "watcher");
  server.faults.set([{ kind: "half-open", afterFrames: 2 }]);
  const client = await listen(server, "silent");
  let pongs = 0;
  client.socket.on("pong", () => (pongs += 1));
  const { body } = await submit(server, graph(201), { client_id: "silent" });
  await watcher.until((frame) => isIdle(frame) && watcher.frames.indexOf(frame) > 0);
  client.socket.ping();
  watcher.socket.ping();
  await new Promise((resolve) => watcher.socket.once("pong", resolve));
  expect(pongs).toBe(0);
  expect(client.socket.readyState).toBe(client.socket.OPEN);
  expect(ofRun(client.frames)).toEqual(["execution_start", "execution_cached"]);
  expect((await finished(server, body.prompt_id)).status.completed).toBe(true);
  client.socket.terminate();
  await watcher.close();
});

it("duplicate-events: sends every frame of a run twice, including the last one", async () => {
  const client = await listen(server, "twice");
  server.faults.set([{ kind: "duplicate-events" }]);
  const id = await run(server, client, graph(202), { client_id: "twice" });
  await client.until((frame) => isEndOf(id)(frame) && client.frames.filter(isEndOf(id)).length === 2);
  const types = ofRun(client.frames);
  expect(types.length % 2).toBe(0);
  expect(types.filter((_type, index) => index % 2 === 0)).toEqual(
    types.filter((_type, index) => index % 2 === 1),
  );
  await client.close();
});

describe("wrong-order", () => {
  it("swaps neighboring frames and loses none", async () => {
    const plain = await listen(server, "plain");
    await run(server, plain, graph(203), { client_id: "plain" });
    server.faults.set([{ kind: "wrong-order" }]);
    const swapped = await listen(server, "swapped");
    await run(server, swapped, graph(204), { client_id: "swapped" });
    await swapped.until(() => ofRun(swapped.frames).length === ofRun(plain.frames).length);
    expect(ofRun(swapped.frames).slice(0, 2)).toEqual(ofRun(plain.frames).slice(0, 2).reverse());
    expect([...ofRun(swapped.frames)].sort()).toEqual([...ofRun(plain.frames)].sort());
    await plain.close();
    await swapped.close();
  });

  it("counts pairs, and holds no frame after the last pair", async () => {
    server.faults.set([{ kind: "wrong-order", times: 1 }]);
    const client = await listen(server, "once");
    await run(server, client, graph(205), { client_id: "once" });
    expect(ofRun(client.frames).slice(0, 2)).toEqual(["execution_cached", "execution_start"]);
    expect(ofRun(client.frames).at(-1)).toBe("executing");
    await client.close();
  });
});

it("nan: writes bare NaN, which strict parsers reject, in executed and in the history", async () => {
  server.faults.set([{ kind: "nan" }]);
  const client = await listen(server, "nan");
  const id = await run(server, client, graph(206), { client_id: "nan" });
  const broken = client.frames.filter(({ type }) => type === "not JSON");
  expect(broken).toHaveLength(1);
  expect(broken[0]?.data["text"]).toMatch(/^\{"type":"executed",.*"value":\[NaN\]/);
  const history = await (await fetch(`${server.url}history/${id}`)).text();
  expect(() => JSON.parse(history) as unknown).toThrow();
  expect(JSON.parse(history.replaceAll("NaN", "null"))).toHaveProperty(id);
  await client.close();
});
