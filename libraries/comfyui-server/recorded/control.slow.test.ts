// The recorded order of messages after an interrupt, a deletion and a reconnection.
import { afterEach, expect, it } from "vitest";
import type { ComfyuiServer } from "../start.js";
import { startServer } from "../testing/start.js";
import { isEndOf, listen, submit, txt2img, type Frame, type Listener } from "../testing/wire.js";
import { reconnected, interrupted, orders } from "../testing/recorded/orders.js";
import { summarize } from "../testing/recorded/summarize.js";

const max = 12;
let server: ComfyuiServer;
const listeners: Listener[] = [];
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
  await server.close();
});

async function open(ms = 40): Promise<Listener> {
  server = await startServer({ faults: [{ kind: "slow-steps", ms }] });
  const client = await listen(server, "client");
  listeners.push(client);
  return client;
}
const slow = (seed: number) => submit(server, txt2img({ steps: max, seed }), { client_id: "client" });
const post = (route: string, body: object) =>
  fetch(server.url + route, { method: "POST", body: JSON.stringify(body) });
const isStep =
  (value: number) =>
  (frame: Frame): boolean =>
    summarize(frame) === `progress ${value}/${max}`;
const stepsOf = (frames: readonly Frame[]): readonly number[] =>
  frames.flatMap(({ type, data }) => (type === "progress" ? [Number(data["value"])] : []));
/** The message types without the initial status. */
const summariesOf = ({ frames }: Listener): readonly string[] => frames.slice(1).map(summarize);

it("an interrupt ends the run after the current step, without further messages about nodes", async () => {
  const client = await open();
  const { body } = await slow(1);
  await client.until(isStep(2));
  await post("interrupt", { prompt_id: body.prompt_id });
  await client.until(isEndOf(body.prompt_id));
  const last = stepsOf(client.frames).length;
  expect(last).toBeLessThan(max);
  expect(summariesOf(client)).toEqual(interrupted(last, max));
});

it("a prompt that is deleted while others are pending changes the count once, and leaves no history entry", async () => {
  const client = await open();
  const { body: first } = await slow(1);
  await client.until(isStep(1));
  const { body: second } = await slow(2);
  await slow(3);
  await post("queue", { delete: [second.prompt_id, first.prompt_id, "nobody's"] });
  const counts = () => summariesOf(client).filter((each) => each.startsWith("status"));
  await client.until(() => counts().length > 4);
  expect(counts()).toEqual(["status 1", "status 1", "status 2", "status 3", "status 2"]);
  expect(await (await fetch(`${server.url}history/${second.prompt_id}`)).json()).toEqual({});
});

it("a client that reconnects receives the active node, and the rest with the previews that it negotiates anew", async () => {
  const client = await open();
  client.send('{"type":"feature_flags","data":{"supports_preview_metadata":true}}');
  const { body } = await slow(1);
  await client.until(isStep(2));
  await listeners.pop()?.close();
  const back = await listen(server, "client");
  listeners.push(back);
  await back.until(isEndOf(body.prompt_id));
  expect(back.frames[1]?.data).toEqual({ node: "3" });
  const [first = max] = stepsOf(back.frames);
  expect(first).toBeGreaterThan(2);
  expect(back.frames.map(summarize)).toEqual(reconnected(first, max));
});

it("a node that sends its images over the socket writes no file", async () => {
  const client = await open(0);
  const graph = txt2img();
  const nodes = { ...graph, 9: { class_type: "SaveImageWebsocket", inputs: { images: ["8", 0] } } };
  const { body } = await submit(server, nodes, { client_id: "client" });
  await client.until(isEndOf(body.prompt_id));
  expect(summariesOf(client)).toEqual(orders["of images over the socket"]);
});
