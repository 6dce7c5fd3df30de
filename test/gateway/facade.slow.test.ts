// ComfyUI's protocol in front of a backend that has no single server: what clients receive, compared with recordings of real
// servers; and that an owner reaches only its own prompts.

import { afterAll, describe, expect, it } from "vitest";
import { orders } from "../../libraries/comfyui-server/testing/recorded/orders.js";
import { bodyShapes } from "../../libraries/comfyui-server/testing/recorded/bodies.js";
import { shapeOfMessage } from "../../libraries/comfyui-server/testing/recorded/messages.js";
import { differences, parseWithFloats } from "../../libraries/comfyui-server/testing/recorded/shape.js";
import { summarize } from "../../libraries/comfyui-server/testing/recorded/summarize.js";
import { isEndOf, listen, txt2img, type Frame } from "../../libraries/comfyui-server/testing/wire.js";
import { startFacedGateway } from "./facade.test.support.js";

const gateway = await startFacedGateway();
const client = await listen({ url: gateway.url }, "client");
afterAll(async () => {
  await client.close();
  await gateway.close();
});

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(gateway.url + path, { method: "POST", body: JSON.stringify(body) });
const getJson = async (path: string): Promise<unknown> => (await fetch(gateway.url + path)).json();

interface Submitted {
  readonly prompt_id: string;
  readonly number: number;
  readonly node_errors: Readonly<Record<string, unknown>>;
}

async function submit(prompt: object, more: object = { client_id: "client" }): Promise<Submitted> {
  const reply = await post("prompt", { prompt, ...more });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Submitted;
}

/** The frames of one run to its end. */
async function run(
  prompt: object,
  more?: object,
): Promise<{ readonly id: string; readonly frames: readonly Frame[] }> {
  const before = client.frames.length;
  const { prompt_id: id } = await submit(prompt, more);
  await client.until(isEndOf(id));
  return { id, frames: client.frames.slice(before) };
}

/**
 * The number of messages about the queue depends on the time at which a prompt ends. A preview may come before or after the
 * progress of its step: the two forms of previews differ in that.
 */
const inOrder = (words: readonly string[]) =>
  words.filter((word) => !word.startsWith("status") && !word.startsWith("preview"));
const previewsIn = (words: readonly string[]) => words.filter((word) => word.startsWith("preview"));

it.each<[keyof typeof orders, object]>([
  ["normal", txt2img()],
  ["all of it cached", txt2img()],
  ["with another seed", txt2img({ seed: 2 })],
])("the messages of a run come in the order of a real server: %s", async (name, graph) => {
  const words = (await run(graph)).frames.map(summarize);
  expect(inOrder(words)).toEqual(inOrder(orders[name]));
  expect(previewsIn(words)).toEqual(previewsIn(orders[name]));
});

describe("a client", () => {
  it("receives messages and replies with the members that real servers send", async () => {
    const texts: string[] = [];
    client.socket.on("message", (raw: Buffer, isBinary: boolean) => {
      if (!isBinary) texts.push(raw.toString());
    });
    const { id } = await run(txt2img({ seed: 11 }));
    const wrong = texts.flatMap((text) => {
      const { type, data } = parseWithFloats(text) as Frame;
      const shape = shapeOfMessage(type, data);
      return shape === undefined ? [`${type} is unknown`] : differences(data, shape, type);
    });
    expect(wrong).toEqual([]);
    for (const route of ["prompt", "queue", "api/jobs"])
      expect(differences(await getJson(route), bodyShapes[route] ?? {}, route)).toEqual([]);
    const item = await getJson(`history/${id}`);
    expect(item).toMatchObject({
      [id]: {
        prompt: [expect.any(Number), id, txt2img({ seed: 11 }), { client_id: "client" }, ["9"]],
        outputs: { "9": { images: [{ filename: expect.any(String), subfolder: "", type: "output" }] } },
        status: { status_str: "success", completed: true },
      },
    });
  });

  it("gets previews with their node after it has asked for them, and never those of another client", async () => {
    const asking = await listen({ url: gateway.url }, "asking");
    asking.send(JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } }));
    await asking.until(({ type }) => type === "feature_flags");
    const before = client.frames.length;
    const { prompt_id: id } = await submit(txt2img({ seed: 12 }), { client_id: "asking" });
    await asking.until(isEndOf(id));
    const previews = asking.frames.filter(({ type }) => type === "binary 4");
    expect(previews).toHaveLength(3);
    const others = client.frames.slice(before).filter(({ type }) => type !== "status");
    expect(others).toEqual([]);
    await asking.close();
  });
});
